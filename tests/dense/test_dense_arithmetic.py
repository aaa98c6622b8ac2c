"""The arithmetic of the kernels against whole numbers."""

from random import Random

import pytest

from solver.guardians.dense.arithmetic import ONE, quotient


@pytest.mark.parametrize("parts", [6, 216])
def test_a_quotient_is_that_of_whole_numbers(parts):
    random = Random(1)
    wholes = [0, 1, 2, ONE - 1, ONE, *(random.randrange(ONE) for _ in range(500))]
    rests = range(parts)
    for whole in wholes:
        for rest in rests:
            assert int(quotient(float(whole * parts + rest), float(parts))) == whole

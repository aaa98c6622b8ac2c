"""Contact graphs up to isomorphism: canonical forms and codes, dealing cards onto them."""

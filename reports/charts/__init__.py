"""Charts as SVG, readable without colour, and their numbers as tables."""

from reports.charts.bar_values import Bar, bar_table
from reports.charts.bars import bar_chart
from reports.charts.distributions import Distribution, histogram_table
from reports.charts.frame import NARROW, WIDE
from reports.charts.histograms import histogram
from reports.charts.line_series import Line, Mark, line_table
from reports.charts.lines import line_chart
from reports.charts.numbers import Form

__all__ = [
    "NARROW",
    "WIDE",
    "Bar",
    "Distribution",
    "Form",
    "Line",
    "Mark",
    "bar_chart",
    "bar_table",
    "histogram",
    "histogram_table",
    "line_chart",
    "line_table",
]

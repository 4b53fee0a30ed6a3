"""Order, amounts and time: statements about places in a row, on a scale or in time."""

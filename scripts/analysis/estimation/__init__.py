"""What measured values say about the quantity behind them: intervals for a median, and for the slope and base of a line. Numbers only."""

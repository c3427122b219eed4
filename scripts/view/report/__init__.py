"""The page that people send to each other: the answer, the charts, the tables, and what they do not say."""

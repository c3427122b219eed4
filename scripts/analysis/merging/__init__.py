"""Results of several machine classes side by side: never added up, never averaged."""

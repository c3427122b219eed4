"""What a person looks at: charts, pages, console."""

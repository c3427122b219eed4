"""What the rules need: configuration, descriptions of the programs, toolchains, builds and the cells to measure."""

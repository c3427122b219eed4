"""What a program is asked to do, a module each: the lines that prove it, its plateau, its time, its judgement, its figures."""

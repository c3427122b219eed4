"""What every command line of this project shares: how an error that a person can mend ends the program."""

import sys
from collections.abc import Callable


class UserError(Exception):
    """Something a person can mend. The message is complete: what is wrong, where, and what would be right."""


def run(main: Callable[[], int]) -> None:
    """End the process with main's exit code; a UserError becomes its one line on stderr and exit code 2."""
    try:
        code = main()
    except UserError as error:
        print(error, file=sys.stderr)
        code = 2
    except BrokenPipeError:
        code = 141
    sys.exit(code)

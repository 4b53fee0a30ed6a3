"""``python -m reasoner``."""

from reasoner.cli import main

if __name__ == "__main__":
    main()

"""``python -m mapkiln.batch``: the batch of the command, also on a Ray cluster."""

from __future__ import annotations

import argparse
import shlex
import sys

from ..errors import BugError
from .driver import run


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m mapkiln.batch",
        description="Make the maps of a job into a folder of Parquet files; a job that was stopped goes on.",
    )
    parser.add_argument("job", metavar="JOB", help="the job (TOML, or JSON if it ends in .json)")
    parser.add_argument(
        "-o", "--output", required=True, metavar="FOLDER", help="a folder, or a URI such as s3://bucket/levels"
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const=True,
        metavar="ADDRESS",
        help="on Ray: alone it starts one here, auto joins the running one, or its address",
    )
    parser.add_argument("--gather", action="store_true", help="nodes share no file system with this one")
    parser.add_argument("--threads", type=int, metavar="N", help="threads without --ray [default: all cores]")
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress and no messages")
    words = parser.parse_args()
    if words.threads is not None and words.threads < 1:
        parser.error("--threads: write a whole number of at least 1")
    if words.gather and not words.ray:
        parser.error("--gather is for --ray")
    try:
        run(
            words.job,
            words.output,
            ray=words.ray,
            threads=words.threads,
            gather=words.gather,
            quiet=words.quiet,
        )
    except KeyboardInterrupt:
        again = shlex.join(["python", "-m", "mapkiln.batch", *sys.argv[1:]])
        print(f"stopped; what is done stays, and this goes on:\n  {again}", file=sys.stderr)
        return 130
    except (ValueError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (OSError, BugError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

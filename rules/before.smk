# Before Snakemake takes the configuration: it would say neither which file is empty nor that a key stands twice.
import sys
from pathlib import Path

sys.path.insert(0, str(Path(workflow.basedir, "scripts")))

from glue.invocation import require_plain

require_plain(["config/config.yaml", *workflow.configfiles])

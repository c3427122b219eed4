# Every run that was ever measured, and what has changed between any two setups.


rule keep_history:
    """All runs of a machine, across upgrades, as one table. They lie in history/, a file each, from the moment they were measured."""
    input:
        tables=own_tables,
    output:
        "results/{machine}/history.parquet",
    log:
        "results/{machine}/logs/history.log",
    wildcard_constraints:
        machine=r"[a-z0-9][a-z0-9.-]*",  # also one that is not swept here, which a comparison may name
    conda:
        "../envs/workflow.yaml"
    params:
        code=code_of("keep_history.py"),
    shell:
        '"$WORKFLOW_PYTHON" scripts/keep_history.py --machine-folder results/{wildcards.machine} > {log:q} 2>&1'


rule compare_runs:
    """Before and after, cell by cell: difference, interval, and whether it changed."""
    input:
        histories=compared_histories,
    output:
        table="results/{machine}/comparison/before_after.csv",
        html="results/{machine}/comparison/before_after.html",
        svg=report(
            "results/{machine}/comparison/before_after.svg",
            category="Charts",
            subcategory="{machine}",
            caption="../config/captions/before_after.rst",
            labels=chart_labels("before_after"),
        ),
        png="results/{machine}/comparison/before_after.png",
    log:
        "results/{machine}/logs/comparison.log",
    conda:
        "../envs/workflow.yaml"
    params:
        code=code_of("compare.py"),
        sides=SWEEP.comparison_options(),
    shell:
        '"$WORKFLOW_PYTHON" scripts/compare.py --history {input.histories:q} {params.sides} --output {output.table:q} '
        "--chart-stem results/{wildcards.machine}/comparison/before_after 2> {log:q}"

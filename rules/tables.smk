# From runs to tables.


rule make_tables:
    """All runs of this sweep, a summary with a row for each variant and N, the line of each variant, and what all columns mean."""
    input:
        records=swept_records,
        code=modules("make_tables.py", "tables", "estimation", "charts/wording.py"),
    output:
        multiext(
            "results/{machine}/tables/",
            "runs.csv",
            "runs.parquet",
            "runs.json",
            "summary.csv",
            "summary.parquet",
            "summary.json",
            "summary.md",
            "fits.csv",
            "fits.parquet",
            "fits.json",
            "datapackage.json",
        ),
    log:
        "results/{machine}/logs/tables.log",
    conda:
        "../envs/workflow.yaml"
    params:
        selection=SWEEP.selection(),
        labels=SWEEP.labels(),
    shell:
        '"$WORKFLOW_PYTHON" scripts/make_tables.py --machine-folder results/{wildcards.machine} {params.selection} 2> {log:q}'

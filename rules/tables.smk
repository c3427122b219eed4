# From runs to tables.


rule make_tables:
    """All runs of this sweep as one table, and a summary with a row for each variant and N."""
    input:
        records=swept_records,
        code=modules("make_tables.py", "tables"),
    output:
        multiext("results/{machine}/tables/", "runs.csv", "runs.parquet", "summary.csv"),
    log:
        "results/{machine}/logs/tables.log",
    conda:
        "../envs/workflow.yaml"
    params:
        selection=SWEEP.selection(),
        labels=SWEEP.labels(),
    shell:
        '"$WORKFLOW_PYTHON" scripts/make_tables.py --machine-folder results/{wildcards.machine} {params.selection} 2> {log:q}'

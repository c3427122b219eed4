# From runs to tables.


rule make_tables:
    """All runs of this sweep, a summary with a row for each variant and N, the line of each variant, and what all columns mean."""
    input:
        records=swept_records,
    output:
        multiext(
            "results/{machine}/tables/",
            "runs.csv",
            "runs.parquet",
            "runs.json",
            "summary.parquet",
            "summary.json",
            "fits.parquet",
            "fits.json",
            "datapackage.json",
        ),
        report(
            "results/{machine}/tables/summary.csv",
            category="Tables",
            subcategory="{machine}",
            caption="../config/captions/summary.rst",
            labels={"table": "summary, a row a variant and N", "format": "CSV"},
        ),
        report(
            "results/{machine}/tables/summary.md",
            category="Tables",
            subcategory="{machine}",
            caption="../config/captions/summary.rst",
            labels={"table": "summary, a row a variant and N", "format": "Markdown"},
        ),
        report(
            "results/{machine}/tables/fits.csv",
            category="Tables",
            subcategory="{machine}",
            caption="../config/captions/fits.rst",
            labels={
                "table": "bytes per task and base of each variant",
                "format": "CSV",
            },
        ),
    log:
        "results/{machine}/logs/tables.log",
    conda:
        "../envs/workflow.yaml"
    params:
        code=code_of("make_tables.py"),
        fields=content_of("config/schemas/*.schema.json"),
        selection=SWEEP.selection(),
        labels=SWEEP.labels(),
    shell:
        '"$WORKFLOW_PYTHON" scripts/make_tables.py --machine-folder results/{wildcards.machine} {params.selection} 2> {log:q}'

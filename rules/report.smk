# From tables to what a person looks at.


rule draw_chart:
    """One chart as an offline page, SVG and PNG."""
    input:
        tables=multiext(
            "results/{machine}/tables/", "runs.parquet", "summary.csv", "fits.parquet"
        ),
        reference="config/reference/published_results.csv",
        code=modules("draw_chart.py", "charts"),
    output:
        html="results/{machine}/charts/{chart}.html",
        svg=report(
            "results/{machine}/charts/{chart}.svg",
            category="Memory of N concurrent tasks",
            caption="../config/captions/{chart}.rst",
            labels={"chart": "{chart}"},
        ),
        png="results/{machine}/charts/{chart}.png",
    log:
        "results/{machine}/logs/charts/{chart}.log",
    conda:
        "../envs/workflow.yaml"
    shell:
        '"$WORKFLOW_PYTHON" scripts/draw_chart.py {wildcards.chart} --tables results/{wildcards.machine}/tables '
        "--runs results/{wildcards.machine}/runs --reference {input.reference:q} "
        "--output-stem results/{wildcards.machine}/charts/{wildcards.chart} 2> {log:q}"


rule write_report:
    """The page that people send to each other."""
    input:
        tables=multiext(
            "results/{machine}/tables/", "runs.parquet", "summary.csv", "fits.parquet"
        ),
        claims="results/{machine}/tables/claims.csv",
        reference="config/reference/published_results.csv",
        code=modules("write_report.py", "report", "charts", "claims"),
    output:
        "results/{machine}/report.html",
    log:
        "results/{machine}/logs/report.log",
    conda:
        "../envs/workflow.yaml"
    shell:
        '"$WORKFLOW_PYTHON" scripts/write_report.py --machine-folder results/{wildcards.machine} --output {output:q} 2> {log:q}'

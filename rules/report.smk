# From tables to what a person looks at.


rule draw_charts:
    """Every chart as an offline page, SVG, PNG and Vega-Lite specification: one job, as starting takes longer than drawing."""
    input:
        tables=multiext(
            "results/{machine}/tables/", "runs.parquet", "summary.csv", "fits.parquet"
        ),
        reference="config/reference/published_results.csv",
        code=modules("draw_charts.py", "charts"),
    output:
        chart_files(".html", ".png", ".vl.json"),
        runtime="results/{machine}/charts/vega.js",
        svg=[
            report(
                chart_file(chart, ".svg"),
                category="Memory of N concurrent tasks",
                caption=f"../config/captions/{chart}.rst",
                labels={"chart": chart},
            )
            for chart in sweeps.CHARTS
        ],
    log:
        "results/{machine}/logs/charts.log",
    conda:
        "../envs/workflow.yaml"
    threads: 2
    shell:
        '"$WORKFLOW_PYTHON" scripts/draw_charts.py --tables results/{wildcards.machine}/tables '
        "--runs results/{wildcards.machine}/runs --reference {input.reference:q} "
        "--output-folder results/{wildcards.machine}/charts 2> {log:q}"


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

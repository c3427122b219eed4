# From tables to what a person looks at.


rule draw_charts:
    """Every chart as an offline page, SVG, PNG and Vega-Lite specification: one job, as starting takes longer than drawing."""
    input:
        tables=multiext(
            "results/{machine}/tables/", "runs.parquet", "summary.csv", "fits.parquet"
        ),
    output:
        chart_files(".html", ".png", ".vl.json"),
        runtime="results/{machine}/charts/vega.js",
        svg=[
            report(
                chart_file(chart, ".svg"),
                category="Charts",
                subcategory="{machine}",
                caption=f"../config/captions/{chart}.rst",
                labels=chart_labels(chart),
            )
            for chart in CHARTS
        ],
    log:
        "results/{machine}/logs/charts.log",
    conda:
        "../envs/workflow.yaml"
    threads: 2
    params:
        code=code_of("draw_charts.py"),
        published=content_of(PUBLISHED),
    shell:
        '"$WORKFLOW_PYTHON" scripts/draw_charts.py --tables results/{wildcards.machine}/tables '
        "--runs results/{wildcards.machine}/runs "
        "--output-folder results/{wildcards.machine}/charts 2> {log:q}"


rule write_report:
    """The page that people send to each other."""
    input:
        tables=multiext(
            "results/{machine}/tables/", "runs.parquet", "summary.csv", "fits.parquet"
        ),
        claims="results/{machine}/tables/claims.csv",
        history="results/{machine}/history.parquet",
        charts=chart_files(".vl.json"),
        runtime="results/{machine}/charts/vega.js",
    output:
        report(
            "results/{machine}/report.html",
            category="Report",
            subcategory="{machine}",
            caption="../config/captions/report.rst",
            labels={"page": "the whole report", "format": "HTML"},
        ),
    log:
        "results/{machine}/logs/report.log",
    conda:
        "../envs/workflow.yaml"
    params:
        code=code_of("write_report.py"),
        published=content_of(PUBLISHED),
    shell:
        '"$WORKFLOW_PYTHON" scripts/write_report.py --machine-folder results/{wildcards.machine} '
        "--charts results/{wildcards.machine}/charts --output {output:q} 2> {log:q}"


rule draw_card:
    """One picture of 1200 x 630 pixels to send around, with the headline for a million tasks."""
    input:
        table="results/{machine}/tables/runs.parquet",
    output:
        "results/{machine}/card.png",
    log:
        "results/{machine}/logs/card.log",
    conda:
        "../envs/workflow.yaml"
    params:
        code=code_of("draw_card.py"),
    shell:
        '"$WORKFLOW_PYTHON" scripts/draw_card.py --machine-folder results/{wildcards.machine} > {log:q} 2>&1'

# What the posts say, judged by the tables.


rule judge_claims:
    """Each statement of config/claims.yaml: reproduced, not reproduced or not measured, with both sides' figures."""
    input:
        summary="results/{machine}/tables/summary.csv",
    output:
        report(
            "results/{machine}/tables/claims.csv",
            category="Tables",
            subcategory="{machine}",
            caption="../config/captions/claims.rst",
            labels={"table": "what the posts say, judged", "format": "CSV"},
        ),
    log:
        "results/{machine}/logs/claims.log",
    conda:
        "../envs/workflow.yaml"
    params:
        code=code_of("judge_claims.py"),
        claims=content_of("config/claims.yaml", PUBLISHED),
        labels=SWEEP.all_labels(),
    shell:
        '"$WORKFLOW_PYTHON" scripts/judge_claims.py --summary {input.summary:q} '
        "--output {output:q} > {log:q} 2>&1"

# What the posts say, judged by the tables.


rule judge_claims:
    """Each statement of config/claims.yaml: reproduced, not reproduced or not measured, with both sides' figures."""
    input:
        summary="results/{machine}/tables/summary.csv",
        claims="config/claims.yaml",
        reference="config/reference/published_results.csv",
        code=modules("judge_claims.py", "analysis", "common", "records"),
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
    shell:
        '"$WORKFLOW_PYTHON" scripts/judge_claims.py --summary {input.summary:q} --claims {input.claims:q} '
        "--reference {input.reference:q} --output {output:q} > {log:q} 2>&1"

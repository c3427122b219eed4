# Several machines in one report: the classes of this sweep, or the folders that `merge` in the configuration lists.


rule merge_machines:
    """One row for each machine, variant and N, and the ratio of each two machines. Nothing is averaged across them."""
    input:
        tables=merged_tables,
    output:
        multiext(
            "results/merged/machine_",
            "classes.csv",
            "classes.parquet",
            "ratios.csv",
            "ratios.parquet",
        ),
    log:
        "results/merged/logs/merge.log",
    conda:
        "../envs/workflow.yaml"
    params:
        code=code_of("merge_machines.py"),
        folders=SWEEP.merged_folders(),
    shell:
        '"$WORKFLOW_PYTHON" scripts/merge_machines.py {params.folders:q} --output-folder results/merged > {log:q} 2>&1'


rule report_machines:
    """The chart of several machines, and their page."""
    input:
        tables=multiext("results/merged/machine_", "classes.parquet", "ratios.parquet"),
    output:
        page="results/merged/report.html",
        html="results/merged/charts/machine_classes.html",
        svg=report(
            "results/merged/charts/machine_classes.svg",
            category="Charts",
            subcategory="machines side by side",
            caption="../config/captions/machine_classes.rst",
            labels=chart_labels("machine_classes"),
        ),
        png="results/merged/charts/machine_classes.png",
    log:
        "results/merged/logs/report.log",
    conda:
        "../envs/workflow.yaml"
    params:
        code=code_of("report_machines.py"),
        folders=SWEEP.merged_folders(),
    shell:
        '"$WORKFLOW_PYTHON" scripts/report_machines.py {params.folders:q} --merged results/merged > {log:q} 2>&1'

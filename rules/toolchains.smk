# Which tools are there, in which version. An upgrade changes the fingerprint, and with it all that was made with the tool.


rule find_toolchain:
    """Where a toolchain is and what it says of itself; or that it is missing, and how to get it."""
    output:
        "results/{machine}/toolchains/{toolchain}.json",
    log:
        "results/{machine}/logs/toolchains/{toolchain}.log",
    priority: 3
    conda:
        own_environment
    resources:
        machine_share=1,
        constraint=machine_constraint,
    params:
        fingerprint=toolchain_fingerprint,
        settings=toolchain_settings,
    shell:
        '"$WORKFLOW_PYTHON" scripts/find_toolchain.py {wildcards.toolchain} --settings {params.settings:q} --output {output:q} 2> {log:q}'

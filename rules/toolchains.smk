# Which tools are there, in which version. An upgrade changes the fingerprint, and with it all that was made with the tool.


rule describe_machine:
    """What all nodes of a machine class have alike, from the first of them that is seen; a node that is not like it measures nothing."""
    output:
        "results/{machine}/machine.json",
    log:
        "results/{machine}/logs/machine.log",
    priority: 4
    conda:
        "../envs/workflow.yaml"
    resources:
        machine_share=1,
        constraint=machine_constraint,
    params:
        libc=libc_of_machine,
        expected=expected_cpu,
    shell:
        '"$WORKFLOW_PYTHON" scripts/describe_machine.py {wildcards.machine} {params.expected} --output {output:q} 2> {log:q}'


rule find_toolchain:
    """Where a toolchain is and what it says of itself; or that it is missing, and how to get it."""
    input:
        machine="results/{machine}/machine.json",
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
        fingerprint=found_toolchain,
        settings=toolchain_settings,
    shell:
        '"$WORKFLOW_PYTHON" scripts/check_node.py --machine {input.machine:q} 2> {log:q} && '
        '"$WORKFLOW_PYTHON" scripts/find_toolchain.py {wildcards.toolchain} --settings {params.settings:q} --output {output:q} 2>> {log:q}'

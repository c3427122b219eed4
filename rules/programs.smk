# From source to something that runs.


rule compile_program:
    """Build one program in a folder of its own. The manifest stands for the folder: folders compare by time, files by content."""
    input:
        machine="results/{machine}/machine.json",
        toolchain=toolchain_file,
    output:
        manifest="results/{machine}/build/{variant}/manifest.json",
    log:
        "results/{machine}/logs/build/{variant}.log",
    priority: 2
    conda:
        ENVIRONMENT_OF_PROGRAM
    resources:
        machine_share=1,
        constraint=machine_constraint,
    params:
        builder=builder_digest,
        program=program_digest,
    shell:
        '"$WORKFLOW_PYTHON" scripts/check_node.py --machine {input.machine:q} --toolchain {input.toolchain:q} 2> {log:q} && '
        '"$WORKFLOW_PYTHON" scripts/compile_program.py {wildcards.variant} '
        "--toolchain {input.toolchain:q} --output {output.manifest:q} 2>> {log:q}"

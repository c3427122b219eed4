# The measurements. They run one at a time: machine_share=100 is the whole machine (the limit is in profiles/).


rule describe_wrapper:
    """One small file for all modules of the measuring wrapper: Snakemake looks at every input of every waiting job before each start."""
    input:
        modules("measure_program.py", "meter"),
    output:
        "results/{machine}/build/wrapper.sha256",
    log:
        "results/{machine}/logs/build/wrapper.log",
    priority: 3
    conda:
        "../envs/workflow.yaml"
    resources:
        machine_share=1,
    shell:
        '"$WORKFLOW_PYTHON" scripts/describe_wrapper.py {input:q} --output {output:q} 2> {log:q}'


rule measure_run:
    """One run of one program at one N, under the memory-sampling wrapper. What could not be measured is a record too."""
    input:
        machine="results/{machine}/machine.json",
        program="results/{machine}/build/{variant}/manifest.json",
        wrapper="results/{machine}/build/wrapper.sha256",
    output:
        record="results/{machine}/runs/{variant}/n={n}/{workload}={amount}/repeat={repeat}.json",
        series="results/{machine}/runs/{variant}/n={n}/{workload}={amount}/repeat={repeat}.series.csv",
    log:
        "results/{machine}/logs/runs/{variant}/n={n}/{workload}={amount}/repeat={repeat}.log",
    priority: in_turn
    conda:
        toolchain_environment
    resources:
        machine_share=100,
        constraint=machine_constraint,
        mem_mb=memory_to_ask_for,
        runtime=minutes_to_ask_for,
    params:
        options=measuring_options,
        limit=memory_limit,
    shell:
        '"$WORKFLOW_PYTHON" scripts/check_node.py --machine {input.machine:q} --toolchain {input.program:q} 2> {log:q} && '
        '"$WORKFLOW_PYTHON" scripts/measure_program.py --program {input.program:q} --wrapper {input.wrapper:q} '
        "--tasks {wildcards.n} --workload {wildcards.workload}={wildcards.amount} --repeat {wildcards.repeat} {params.options} {params.limit} "
        "--output {output.record:q} --series {output.series:q} --history results/{wildcards.machine}/history "
        "--plan results/{wildcards.machine}/logs/plan.json 2>> {log:q}"

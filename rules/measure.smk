# The measurements. They run one at a time: machine_share=100 is the whole machine (the limit is in profiles/).


rule measure_run:
    """One run of one program at one N, under the memory-sampling meter. What could not be measured is a record too."""
    input:
        program="results/{machine}/build/{variant}/manifest.json",
    output:
        record="results/{machine}/runs/{variant}/n={n}/{workload}={amount}/repeat={repeat}.json",
        series="results/{machine}/runs/{variant}/n={n}/{workload}={amount}/repeat={repeat}.series.csv",
    log:
        "results/{machine}/logs/runs/{variant}/n={n}/{workload}={amount}/repeat={repeat}.log",
    priority: in_turn
    conda:
        ENVIRONMENT_OF_PROGRAM
    resources:
        machine_share=100,
        constraint=machine_constraint,
        mem_mb=memory_to_ask_for,
        runtime=minutes_to_ask_for,
    params:
        meter=watched.measuring_code(),
        program=program_digest,
        toolchain=toolchain_of_program,
        options=measuring_options,
        limit=MEMORY_LIMIT,
    shell:
        '"$WORKFLOW_PYTHON" scripts/check_node.py --machine results/{wildcards.machine}/machine.json --toolchain {input.program:q} 2> {log:q} && '
        '"$WORKFLOW_PYTHON" scripts/measure_program.py --program {input.program:q} --meter-digest {params.meter} '
        "--tasks {wildcards.n} --workload {wildcards.workload}={wildcards.amount} --repeat {wildcards.repeat} {params.options} {params.limit} "
        "--output {output.record:q} --series {output.series:q} --history results/{wildcards.machine}/history "
        "--plan results/{wildcards.machine}/logs/plan.json 2>> {log:q}"

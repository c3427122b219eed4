# How much memory do N concurrent tasks take: toolchain -> program -> run -> table -> chart -> report.
from snakemake.utils import min_version

min_version("9.19")


include: "rules/before.smk"


configfile: "config/config.yaml"


include: "rules/common.smk"
include: "rules/toolchains.smk"
include: "rules/programs.smk"
include: "rules/measure.smk"
include: "rules/tables.smk"
include: "rules/claims.smk"
include: "rules/history.smk"
include: "rules/report.smk"
include: "rules/merge.smk"


# On a cluster these take no node: they run where Snakemake does.
localrules:
    all,
    toolchains,
    compare,
    merge,
    merge_machines,
    report_machines,
    make_tables,
    judge_claims,
    keep_history,
    compare_runs,
    draw_charts,
    draw_card,
    write_report,


rule all:
    default_target: True
    input:
        everything_to_make(),


rule toolchains:
    """Which toolchains there are on every machine class. On nodes elsewhere an upgrade is seen by: toolchains --forcerun find_toolchain."""
    input:
        toolchain_files(),


rule compare:
    """What an upgrade, an edit, another machine or another day changed: `compare` in the configuration says which."""
    input:
        comparisons(),


rule merge:
    """Several machines in one report: the classes of this sweep, or the folders that `merge` in the configuration lists."""
    input:
        "results/merged/report.html",


onstart:
    announce(workflow)


onsuccess:
    say_what_matters(workflow)


onerror:
    say_what_failed(workflow)

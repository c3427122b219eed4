"""What happened to a job in SLURM and what a person can do, in a line. Pure."""

import re

MORE_TIME = "Ask for more: runtime for {rule} in profiles/slurm/profile.yaml."
MORE_MEMORY = "Ask for more: mem_mb for {rule} in profiles/slurm/profile.yaml."
KILLED_FOR_MEMORY = re.compile(r"oom[-_ ]kill|out[- ]of[- ]memory|exceeded (?:job )?memory limit", re.IGNORECASE)


def explain(state: str, nodes: str, log: str, rule: str) -> str:
    """The sentence for a job's state. `log`: the text of its log in SLURM; `rule`: whose resources to raise. Empty for a plain failure."""
    where = f" on {nodes}" if nodes else ""
    if state == "OUT_OF_MEMORY" or (state in {"FAILED", "CANCELLED"} and KILLED_FOR_MEMORY.search(log)):
        return f"it needed more memory than it had asked for{where}. {MORE_MEMORY.format(rule=rule)}"
    sentences = {
        "CANCELLED": f"it was cancelled{where} (scancel, or an administrator).",
        "NODE_FAIL": f"its node was lost{where}. SLURM gives it to another one in the next run.",
        "BOOT_FAIL": f"its node did not start{where}.",
        "TIMEOUT": f"it took longer than it had asked for{where}. {MORE_TIME.format(rule=rule)}",
        "DEADLINE": "its deadline had come before it was over.",
        "PREEMPTED": f"another job took its node{where}.",
    }
    return sentences.get(state, "")


def explain_refusal(message: str) -> str:
    """What to do about an answer of sbatch."""
    text = message.lower()
    if "partition" in text:
        return "Name a partition of this cluster (sinfo -s): slurm_partition in profiles/slurm/profile.yaml."
    if "account" in text:
        return "Name an account of yours: slurm_account in profiles/slurm/profile.yaml."
    if "node configuration" in text or "feature" in text:
        return "No node has what is asked for: compare constraint (machines: in the configuration), mem_mb and threads with sinfo -N -l."
    if "memory" in text:
        return "Ask for less memory: mem_mb in profiles/slurm/profile.yaml."
    if "time limit" in text:
        return "Ask for less time: runtime in profiles/slurm/profile.yaml, or a smaller batch (group-components)."
    return "The settings for SLURM stand in profiles/slurm/profile.yaml."


def explain_waiting(reason: str) -> str:
    """Why jobs wait, where it takes a person to end it; empty where it is a matter of time."""
    lowered = reason.lower()
    if "reqnodenotavail" in lowered or "nodedown" in lowered or "drained" in lowered or "nodes required for job are down" in lowered:
        return f"{reason}. Every node of that kind is down, drained or reserved: sinfo -R says why. They start when one is back."
    if "timelimit" in lowered:
        return f"{reason}. They ask for more time than may be had: runtime or the size of a batch in profiles/slurm/profile.yaml, or sinfo."
    if "partition" in lowered and ("down" in lowered or "inactive" in lowered):
        return f"{reason}. The partition takes no jobs now: sinfo -s."
    if lowered.startswith("badconstraints"):
        return f"{reason}. No node fits what is asked for: compare constraint, mem_mb and threads with sinfo -N -l."
    return ""

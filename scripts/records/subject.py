"""What a subject is called: variant[@version][+setup]. Also of toolchains, which have versions and no setups (go@1.26)."""


def base_id(name: str) -> str:
    """The id alone, without the version beside others and without the setup: go@1.26 is go, go-goroutines@1.26+small is go-goroutines."""
    return name.partition("+")[0].partition("@")[0]


def version_label(label: str, identity: str) -> str:
    """A program's label with the name of the version in an id such as go-goroutines@1.26; the label itself where there is none."""
    name = identity.partition("@")[2].partition("+")[0]
    return f"{label}, {name}" if name else label

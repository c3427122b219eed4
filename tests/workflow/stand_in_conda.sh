#!/bin/sh
# Enough of conda for `snakemake --sdm conda`. An environment gets a compiler for each `<tool>c=<version>` that its file asks for.
# STAND_IN_ROOT: where `activate` lies. Every environment that is made is noted down in STAND_IN_ROOT/made.
case "$1 $2" in
"info --json") printf '{"conda_prefix": "%s", "platform": "linux-64"}\n' "$STAND_IN_ROOT" ;;
"--version ") echo "conda 24.11.0" ;;
"clean -y") ;;
"config --get") echo '{"get": {"channel_priority": "strict"}}' ;;
"env create")
    for word; do
        case $last in --file) file=$word ;; --prefix) prefix=$word ;; esac
        last=$word
    done
    mkdir -p "$prefix/bin"
    grep -o '[a-z]*c=[0-9.]*' "$file" | while IFS='=' read -r tool version; do
        printf '#!/bin/sh\nif [ "$1" = --version ]; then echo "%s version %s"; else cp "$2" "$1"; fi\n' "$tool" "$version" >"$prefix/bin/$tool"
        chmod +x "$prefix/bin/$tool"
    done
    echo "$file" >>"$STAND_IN_ROOT/made"
    ;;
*) echo "the stand-in for conda does not know: $*" >&2; exit 1 ;;
esac

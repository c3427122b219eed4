"""What of a person's environment a tool is given: where things lie and through what they are fetched, never what is built."""

import pytest

from toolchains.clean_environment import as_recorded, clean_environment


@pytest.mark.parametrize(
    "name",
    [
        *("PATH", "HOME", "TMPDIR", "TZ", "http_proxy", "HTTPS_PROXY", "no_proxy", "SSL_CERT_FILE", "GIT_SSL_CAINFO", "CARGO_HTTP_CAINFO"),
        *("CARGO_HOME", "RUSTUP_TOOLCHAIN", "CARGO_REGISTRIES_OURS_INDEX", "GOPATH", "GOPROXY", "npm_config_registry", "NPM_CONFIG_CACHE"),
        *("JAVA_HOME", "GRAALVM_HOME", "DOTNET_ROOT", "NUGET_PACKAGES", "PYENV_VERSION", "XDG_CACHE_HOME", "LD_LIBRARY_PATH"),
    ],
)
def test_what_says_where_something_lies_is_passed_on(name: str) -> None:
    assert clean_environment({name: "/there"}) == {name: "/there", "LANG": "C.UTF-8"}


@pytest.mark.parametrize(
    "name",
    [
        *("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_PROFILE_RELEASE_OPT_LEVEL", "RUSTC_WRAPPER", "RUSTC"),
        *("GOFLAGS", "GODEBUG", "GOGC", "GOEXPERIMENT", "GOAMD64", "CGO_CFLAGS", "CFLAGS", "LDFLAGS", "CC"),
        *("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "MAVEN_ARGS", "NATIVE_IMAGE_OPTIONS"),
        *(
            "NODE_OPTIONS",
            "NODE_PATH",
            "DOTNET_TieredCompilation",
            "DOTNET_GCHeapCount",
            "COMPlus_gcServer",
            "Configuration",
            "MSBuildSDKsPath",
        ),
        *(
            "ERL_FLAGS",
            "ERL_AFLAGS",
            "ERL_COMPILER_OPTIONS",
            "ERL_LIBS",
            "ELIXIR_ERL_OPTIONS",
            "PYTHONPATH",
            "PYTHONHOME",
            "PYTHONOPTIMIZE",
        ),
        *("LD_PRELOAD", "MALLOC_ARENA_MAX", "GLIBC_TUNABLES", "LC_ALL", "LANGUAGE", "OMP_NUM_THREADS", "SNAKEMAKE_PROFILE"),
    ],
)
def test_what_says_how_a_tool_behaves_is_not(name: str) -> None:
    assert clean_environment({name: "x"}) == {"LANG": "C.UTF-8"}


def test_of_mavens_options_only_those_stay_that_say_through_what_it_fetches() -> None:
    options = "-Xmx9g -Dhttps.proxyHost=proxy -Dmaven.compiler.release=8 -Djavax.net.ssl.trustStore=/ours -javaagent:x.jar"
    assert clean_environment({"MAVEN_OPTS": options})["MAVEN_OPTS"] == "-Dhttps.proxyHost=proxy -Djavax.net.ssl.trustStore=/ours"


def test_what_may_hold_a_password_is_recorded_without_its_value() -> None:
    given = {"https_proxy": "http://me:secret@proxy", "GOPROXY": "https://me:secret@mirror", "CARGO_HOME": "/cargo"}
    assert as_recorded(given) == {"CARGO_HOME": "/cargo", "GOPROXY": None, "https_proxy": None}

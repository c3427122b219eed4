"""The environment in which tools are asked and programs are built: made from nothing, so that no setting of a shell changes what is built.

What a variable may do decides, not whose it is. Passed on is what says *where* something is found or kept, or *through what* it is
fetched. Whatever says *what* is built or how a tool behaves is not: RUSTFLAGS, CARGO_PROFILE_*, GOFLAGS, CFLAGS, CC, LD_PRELOAD,
JAVA_TOOL_OPTIONS, NODE_OPTIONS, ERL_FLAGS, MSBuild's properties. A person sets such a thing by `environment` or `build_environment` of a
description, where it is part of the program's digest.
"""

import os
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase

FIXED = {"LANG": "C.UTF-8"}  # messages in one language, source in one encoding

# Where tools, libraries, caches and settings lie. They stand in a build's manifest with their values.
PLACES = (
    *("PATH", "HOME", "USER", "LOGNAME", "TZ", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "CONDA_PREFIX", "LOCALE_ARCHIVE"),
    *("LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH"),  # as `module load` sets them on a cluster
    *("CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "RUSTUP_AUTO_INSTALL"),
    *("GOROOT", "GOPATH", "GOCACHE", "GOMODCACHE"),
    *("JAVA_HOME", "JDK_HOME", "GRAALVM_HOME", "M2_HOME", "MAVEN_HOME"),
    *("DOTNET_ROOT", "DOTNET_ROOT_*", "NUGET_PACKAGES", "NUGET_FALLBACK_PACKAGES", "NUGET_HTTP_CACHE_PATH"),
    "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT",  # without it no .NET tool starts where ICU is not installed
    *("MIX_HOME", "HEX_HOME"),
    # Version managers: which of several tools their shim is. What it is then is seen by asking it.
    *("PYENV_*", "ASDF_*", "MISE_*", "NVM_DIR", "FNM_DIR", "VOLTA_HOME", "SDKMAN_DIR", "JENV_*", "NODENV_*", "GOENV_*"),
)

# Through what packages are fetched, and the place for files of a moment. Locks and hashes decide what is fetched. Addresses can hold
# passwords: a manifest says that these were set, not to what.
ACCESS = (
    *("TMPDIR", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "NO_PROXY"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NIX_SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CA*"),
    *("CARGO_HTTP_*", "CARGO_NET_*", "CARGO_REGISTRY_*", "CARGO_REGISTRIES_*", "RUSTUP_DIST_SERVER", "RUSTUP_UPDATE_ROOT"),
    *("GOPROXY", "GONOPROXY", "GOPRIVATE", "GOSUMDB", "GONOSUMDB", "GOINSECURE", "GOAUTH", "GOVCS"),
    *("NPM_CONFIG_REGISTRY", "NPM_CONFIG_CACHE", "NPM_CONFIG_USERCONFIG"),
    *(
        "PIP_INDEX_URL",
        "PIP_EXTRA_INDEX_URL",
        "PIP_FIND_LINKS",
        "PIP_CACHE_DIR",
        "PIP_CERT",
        "PIP_CONFIG_FILE",
        "PIP_PROXY",
        "PIP_TRUSTED_HOST",
    ),
    *("NUGET_CERT_REVOCATION_MODE", "NUGET_CREDENTIALPROVIDER*", "NUGET_PLUGIN*", "NUGET_SCRATCH", "VSS_NUGET_EXTERNAL_FEED_ENDPOINTS"),
    *("HEX_MIRROR", "HEX_MIRROR_URL", "HEX_CACERTS_PATH", "MAVEN_OPTS"),
)
OF_MAVEN = re.compile(
    r"-D(javax\.net\.|java\.net\.|https?\.|socksProxy|maven\.repo\.local=|maven\.wagon\.)"
)  # of MAVEN_OPTS only these words


def _is_one_of(name: str, patterns: tuple[str, ...]) -> bool:
    """In either case: http_proxy, npm_config_cache."""
    return any(fnmatchcase(name.upper(), pattern) for pattern in patterns)


def clean_environment(own: Mapping[str, str] | None = None) -> dict[str, str]:
    """What of a person's environment (`own`; this process's) a tool is given. What a description names comes over it."""
    given = {name: value for name, value in (os.environ if own is None else own).items() if _is_one_of(name, (*PLACES, *ACCESS))}
    if "MAVEN_OPTS" in given:
        given["MAVEN_OPTS"] = " ".join(word for word in given["MAVEN_OPTS"].split() if OF_MAVEN.match(word))
    return {**given, **FIXED}


def as_recorded(environment: Mapping[str, str]) -> dict[str, str | None]:
    """An environment as a manifest has it: of what only gives access, that it was set (null)."""
    return {name: None if _is_one_of(name, ACCESS) else value for name, value in sorted(environment.items())}

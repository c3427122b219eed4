"""SSL_CERT_FILE for Java: other tools read the certificates that a person names there, Maven wants them in a file of Java's own kind."""

import base64
import contextlib
import hashlib
import re
import struct
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----")
PASSWORD = "changeit"  # noqa: S105 Java's own default: the file holds nothing secret
SALT = b"Mighty Aphrodite"  # part of the format: sun.security.provider.JavaKeyStore


def _text(text: str) -> bytes:
    return struct.pack(">H", len(text)) + text.encode()


def key_store(certificates: Iterable[bytes]) -> bytes:
    """A Java key store (JKS, version 2) that trusts the certificates, each in DER."""
    entries = [
        struct.pack(">I", 2) + _text(f"certificate-{number}") + struct.pack(">Q", 0) + _text("X.509") + struct.pack(">I", len(der)) + der
        for number, der in enumerate(certificates)
    ]
    body = struct.pack(">III", 0xFEEDFEED, 2, len(entries)) + b"".join(entries)
    seal = hashlib.sha1(PASSWORD.encode("utf-16-be") + SALT + body, usedforsecurity=False)
    return body + seal.digest()


def read_bundle(path: Path) -> list[bytes]:
    """The certificates of a PEM file, each in DER. Whatever is between them does not count."""
    return [base64.b64decode(block) for block in CERTIFICATE.findall(path.read_text(encoding="utf-8", errors="replace"))]


@contextlib.contextmanager
def maven_options(environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """What to add to a build's environment so that Maven trusts what SSL_CERT_FILE names; nothing where it names nothing readable."""
    try:
        certificates = read_bundle(Path(environment["SSL_CERT_FILE"]))
    except (KeyError, OSError, ValueError):
        certificates = []
    if not certificates:
        yield {}
        return
    with tempfile.NamedTemporaryFile(suffix=".jks") as file:
        file.write(key_store(certificates))
        file.flush()
        yield {"MAVEN_OPTS": f"{environment.get('MAVEN_OPTS', '')} -Djavax.net.ssl.trustStore={file.name}".strip()}

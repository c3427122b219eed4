import subprocess
from pathlib import Path

import pytest

from programs.certificates import key_store, maven_options, read_bundle
from programs.describing import load_programs
from toolchains.finding import find_toolchain

BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")
END = "-----END CERTIFICATE-----"


def trust_store(environment):
    return Path(environment["MAVEN_OPTS"].partition("-Djavax.net.ssl.trustStore=")[2])


@pytest.mark.needs_toolchains
def test_java_reads_the_store_and_finds_every_certificate_of_the_bundle(tmp_path):
    found = find_toolchain(load_programs()["java-virtual-threads"].toolchain)
    assert found.folder is not None
    keytool = Path(__file__).parents[2] / found.folder / "keytool"
    certificates = read_bundle(BUNDLE)
    assert len(certificates) == BUNDLE.read_text().count(END) > 10
    (tmp_path / "store").write_bytes(key_store(certificates))
    command = [keytool, "-list", "-keystore", tmp_path / "store", "-storepass", "changeit"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    assert listed.stdout.count("trustedCertEntry") == len(certificates)


def test_the_store_is_there_during_the_build_and_gone_after_it():
    with maven_options({"SSL_CERT_FILE": str(BUNDLE), "MAVEN_OPTS": "-Xmx1g"}) as added:
        assert added["MAVEN_OPTS"].startswith("-Xmx1g -Djavax.net.ssl.trustStore=")
        assert trust_store(added).read_bytes() == key_store(read_bundle(BUNDLE))
    assert not trust_store(added).exists()


def test_words_between_the_certificates_do_not_count(tmp_path):
    first = BUNDLE.read_text().split(END)[0] + END
    (tmp_path / "bundle").write_text(f"# of our house\n\n{first}\nSubject: another\n{first}\n")
    once, again = read_bundle(tmp_path / "bundle")
    assert once == again == read_bundle(BUNDLE)[0]


@pytest.mark.parametrize("content", [None, "", "no certificate\n", f"{END}\n", f"-----BEGIN CERTIFICATE-----\n!\n{END}\n"])
def test_maven_is_left_as_it_is_where_there_is_no_bundle(tmp_path, content):
    if content is not None:
        (tmp_path / "bundle").write_text(content)
    with maven_options({"SSL_CERT_FILE": str(tmp_path / "bundle")}) as added:
        assert added == {}
    with maven_options({}) as added:
        assert added == {}

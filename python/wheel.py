"""A wheel of a library that cargo has built already: python wheel.py LIBRARY FOLDER.

maturin builds wheels for everyone; the tests pack what `cargo test` built instead of building it again.
"""

import base64
import hashlib
import pathlib
import sys
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).parent
VERSION = "0.1.0"


def tag() -> str:
    """The stable ABI from Python 3.9 on, on this platform."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"cp39-abi3-{platform}"


def pack(library: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Writes the wheel and tells where."""
    info = f"grundy-{VERSION}.dist-info"
    suffix = ".pyd" if library.suffix == ".dll" else ".abi3.so"
    files = {
        f"grundy/{path.relative_to(HERE / 'grundy').as_posix()}": path.read_bytes()
        for path in sorted((HERE / "grundy").rglob("*"))
        if path.suffix in (".py", ".pyi") or path.name == "py.typed"
    }
    files[f"grundy/_core{suffix}"] = library.read_bytes()
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: grundy\nVersion: {VERSION}\n".encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: grundy\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    )
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"grundy-{VERSION}-{tag()}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(pack(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))

"""A browser for the tests: one found on the system, else one that Playwright brings, else one from
the system's packages where we may install them. Without a browser the run fails; it is not skipped.

    python -m tests.browser.chromium        makes sure that there is one, and prints which
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ratskeller.cli.doctor import HEADLESS, chromium, has_chinese_font

BROWSERS = (HEADLESS, "chromium")  # as packages; older systems know the second alone
FONT = "fonts-noto-cjk"  # without a Chinese font screenshots show boxes

UNUSED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AimEnabled", "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable"),
    *("HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
)
"""What the browser may leave out. It would run two pages of its own behind every window for what its
address bar could say, at more cost than our page. The rest is what Playwright leaves out: the last
list counts.
"""
QUICK = [f"--disable-features={','.join(UNUSED)}", "--disable-smooth-scrolling"]
"""Scrolling at once: an animation that new content interrupts stops half-way."""


def found() -> str | None:
    """The path of a browser that can be started now."""
    return chromium() or _bundled()


def _bundled() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def _install_bundled() -> None:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def _install_packages() -> None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=quietly, check=False)
    for browser in BROWSERS:
        command = ["apt-get", "install", "-y", "-qq", browser, FONT]
        if subprocess.run(command, env=quietly, check=False).returncode == 0:
            return


def ensure() -> str:
    """The path of a browser, installed if need be."""
    if not has_chinese_font():
        _install_packages()
    for install in (None, _install_packages, _install_bundled):
        if install:
            install()
        if path := found():
            return path
    sys.exit(
        "The tests need a Chromium browser and found none. Install one (Debian: apt-get install "
        "chromium fonts-noto-cjk) or name one in RATSKELLER_CHROMIUM."
    )


if __name__ == "__main__":
    if not shutil.which(HEADLESS):
        _install_packages()
    print(ensure())

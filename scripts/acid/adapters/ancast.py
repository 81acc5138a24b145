import re
import subprocess

from inputs import tool


def score(gold, system, options):
    line = [tool("ancast"), "-p", system, "-g", gold, "-s", "snt", "-df", "amr", *options.get("extra", [])]
    done = subprocess.run(line, capture_output=True, text=True)
    found = re.search(
        r"Precision: ([\d.]+)%\s+Recall: ([\d.]+)%\s+Fscore: ([\d.]+)%", done.stdout + done.stderr
    )
    if not found:
        raise SystemExit((done.stderr.strip() or done.stdout.strip() or "nothing printed").splitlines()[-1])
    return {key: float(number) / 100 for key, number in zip("prf", found.groups())}

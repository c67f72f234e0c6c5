#!/usr/bin/env bash
# claims.sh - the numbers of README.md and docs/ are those of the committed outputs. In a small tree: a changed digit,
# a number without a claim, a claim without its text and a changed output are found, and --update mends the last.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}"
claims=$NBB_SOURCE_DIR/tests/device/claims.sh
"$claims"

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{docs,tests/device/h200}
output=$root/tests/device/h200/run.txt
cat >"$root/docs/claims.py" <<'TEXT'
claim("docs/page.md", "r = 12: # ms, #%", bench("table.json", "gasket", 12, "ca", "ms a step"),
      bench("table.json", "gasket", 12, "ca", "of limit"))
claim("docs/page.md", "copied at # TB/s", rate("copy", "table.json"))
claim("README.md", "It takes # ms, # times as fast",
      number("run.txt", "time", "ms"), number("run.txt", "time", 2) / 2)
given("README.md", "a limit", "at most 256 cells")
TEXT

cat >"$root/tests/device/h200/table.json" <<'TEXT'
{ "devices": [{"copy": 4.272e12}], "rows": [
  {"fractal": "gasket", "r": 12, "n": 0, "workload": "rd", "map": "lanes", "choice": "", "ms_median": 0.004, "share": 0.003},
  {"fractal": "gasket", "r": 12, "n": 0, "workload": "ca", "map": "bb", "choice": "", "ms_median": 0.040, "share": 0.001},
  {"fractal": "gasket", "r": 12, "n": 0, "workload": "ca", "map": "lanes", "choice": "", "ms_median": 0.0003598, "share": 0.035}
]}
TEXT
echo 'r = 12: 0.000360 ms, 3.5%; copied at 4.27 TB/s' >"$root/docs/page.md"

write() { printf '%s\n' "$1" >"$root/README.md"; }

check() { NBB_CLAIMS_ROOT=$root "$claims" "$@" >"$root/found" 2>&1; }

# Stops with what was found.
wrong() {
    echo "$1"
    cat "$root/found" "$root/README.md"
    exit 1
}

# The check of the page $2 fails and says $3. fails WHAT PAGE TEXT
fails() {
    write "$2"
    ! check || wrong "$1 was not found"
    grep -qF "$3" "$root/found" || wrong "$1: '$3' is not said"
}

echo 'time   24.29 ms (8.4 without)' >"$output"
good="It takes 24.3 ms, 4.2 times as fast; at most 256 cells; 3 maps of \`sm_90\`."
write "$good"
check || wrong "a page that agrees is refused"
fails "a changed digit" "${good/24.3/24.4}" "README.md:1: '24.4' in 'It takes 24.4 ms, 4.2 times as fast' is 24.3 by"
fails "a digit too many" "${good/24.3/24.30}" "'24.30' in"
fails "a changed ratio" "${good/4.2/4.3}" "is 4.2 by the output"
fails "a number without a claim" "$good The rest takes 7 ms." "README.md:1: '7 ms' has no claim"
fails "a large number without a claim" "$good There are 1408." "'1408' has no claim"
fails "a claim without its text" "${good/takes/needs}" "stands there 0 times, once is wanted"
echo 'time   9.996 ms (8.4 without)' >"$output"
fails "a changed output" "$good" "is 10.0 by the output"
check --update || wrong "--update failed"
check || wrong "--update left a difference"
grep -qF 'takes 10.0 ms, 4.2 times' "$root/README.md" || wrong "--update did not write 10.0"
: >"$output"
fails "a missing output" "$good" "docs/claims.py:5: run.txt: number ms after 'time' is not there"

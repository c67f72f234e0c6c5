#!/usr/bin/env bash
# site.sh - makes pages for the web of README.md and docs/, with MkDocs (Debian's package, or one from PyPI).
#
#     docs/site.sh [FOLDER]           build/site unless given; then open FOLDER/index.html
set -euo pipefail
root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
site=$(realpath -m -- "${1:-$root/build/site}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

# What the pages link to beside each other, from the checkout's root.
linked() {
    local page
    for page in *.md docs/*.md; do
        { grep -v '^    ' "$page" | grep -oE '\]\([^)#]+' || true; } | sed 's/^](//' | { grep -v :// || true; } |
            while read -r target; do
                realpath --relative-to=. -- "$(dirname -- "$page")/$target"
            done
    done | { grep -v '\.md$' || true; } | sort -u
}

# The configuration, with the pages that it does not name at its end.
configuration() {
    local page
    cat docs/site.yml
    for page in docs/*.md; do
        grep -qF -- "- $page" docs/site.yml || echo "  - $page"
    done
}

# MkDocs reads pages and what they link to from one folder, where links lead as they do here.
mapfile -t files < <(linked)
mkdir "$work/pages"
cp -r --parents -- *.md docs/*.md "${files[@]}" "$work/pages"
configuration >"$work/mkdocs.yml"

mkdocs=$(command -v mkdocs || true)
if [[ -z $mkdocs ]]; then
    python3 -m venv "$root/build/site-python"
    "$root/build/site-python/bin/pip" install --quiet 'mkdocs==1.6.*'
    mkdocs=$root/build/site-python/bin/mkdocs
fi
"$mkdocs" build --quiet --strict --config-file "$work/mkdocs.yml" --site-dir "$site"
echo "$site/index.html"

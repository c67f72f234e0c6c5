#!/usr/bin/env bash
# site.sh - docs/site.sh makes a page of each page, and what they link to on the site is there. Takes MkDocs from PyPI.
set -euo pipefail
: "${NBB_SOURCE_DIR:=$(readlink -f -- "${BASH_SOURCE[0]%/*}/../..")}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$NBB_SOURCE_DIR/docs/site.sh" "$work" >"$work/said"
cd "$NBB_SOURCE_DIR"
bad=0
links=0
for page in docs/*.md; do
    [[ -s $work/${page%.md}.html ]] || { echo "no page of $page" && bad=1; }
done
while IFS=: read -r page link; do
    target=$(dirname -- "$page")/${link%%[#?]*}
    links=$((links + 1))
    [[ -e $target ]] || { echo "${page#"$work/"}: nothing is at $link" && bad=1; }
done < <(find "$work" -name '*.html' ! -name 404.html -exec grep -HoE '(href|src)="[^":#][^":]*"' {} + | sed -E 's/:(href|src)="/:/; s/"$//')
[[ $links -gt 100 ]] || { echo "$links links: at least 100 are expected" && bad=1; }
echo "$links links"
exit "$bad"

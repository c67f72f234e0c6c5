# digests.bash - sourced by the scripts that time several choices: first, all must come to the same digest.
own_caches
RULES=${BASH_SOURCE[0]%/*}/../oracle/rules.txt
export RULES

# rule_of FRACTAL: one under which its cells live on, so that digests are of states with many cells.
rule_of() {
    sed -n "s/^$1 \([^ ]*\) .*/\1/p" "$RULES" | grep . || { echo "$RULES: no rule for $1" >&2; return 1; }
}
export -f rule_of

# compare_digests: on standard input a line a choice. digest_of, exported, gets its words and prints "FRACTAL R DIGEST"; where
# a fractal and level have two digests, all are shown and the script ends. Leaves $XDG_CACHE_HOME filled for what is timed.
compare_digests() {
    local begin=$SECONDS
    xargs -P "$(nproc)" -I '{}' bash -c 'digest_of $1' bash '{}' | sort -u >"$XDG_CACHE_HOME/digests"
    cut -d ' ' -f 1,2 "$XDG_CACHE_HOME/digests" | uniq -d >"$XDG_CACHE_HOME/differing"
    if [[ -s $XDG_CACHE_HOME/differing ]]; then
        echo "digests that differ:"
        cat "$XDG_CACHE_HOME/digests"
        exit 1
    fi
    echo "one digest for all choices of each fractal and level ($((SECONDS - begin)) s)"
}

# nbbgen's completions for bash, which the program gives.
_nbbgen()
{
    local line current=${COMP_WORDS[COMP_CWORD]}
    [[ $current != = ]] || current=''
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :*) compopt -o filenames ;;&
            :files) COMPREPLY+=($(compgen -f -- "$current")) ;;
            :folders) COMPREPLY+=($(compgen -d -- "$current")) ;;
            :lua) COMPREPLY+=($(compgen -f -X '!*.lua' -- "$current") $(compgen -d -- "$current")) ;;
            *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _nbbgen nbbgen

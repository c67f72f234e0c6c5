# nbbgen's completions for fish, which the program gives.
function __nbbgen_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l option (string match -r -- '^--[^=]*=' $current)
    set -l value (string replace -- "$option" '' $current)
    for line in ($words[1] --complete $words[2..-1] $current 2>/dev/null)
        switch $line
            case :files
                printf "$option%s\n" (__fish_complete_path $value)
            case :folders
                printf "$option%s\n" (__fish_complete_directories $value)
            case :lua
                __fish_complete_suffix .lua
            case '*'
                printf '%s\n' "$option$line"
        end
    end
end
complete -c nbbgen -f -a '(__nbbgen_complete)'

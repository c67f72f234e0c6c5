# simplex_kinds.bash - sourced by the scripts that run each kind of kernel of simplices on many sides, from the checkout's top: which
# runs a side has. Covers, storages, rules and programs alternate with the side.

programs=tests/oracle/programs

# On a plane B0 lights the outside, B3/S3 ignores the cell itself, B/S kills all; in space the same.
flat=(B2/S23 B0/S8 B3/S3 B0123478/S34678 B1357/S02468 B/S012345678 B0/S B3/S23)
deep=("B5/S4,5" "B0/S1,2" "B4,5/S4,5" "B5,6,7,8/S4,5,6,7,8,10" "B13/S0,26" B/S "B0,26/S13")
covers=("--from above" "--from below" "--map enum")
storages=("--storage packed" "--storage embedded")

# pick NUMBER WORD...: the word of that number, counted round.
pick() {
    local all=("${@:2}")
    echo "${all[$1 % ${#all[@]}]}"
}

# kinds N: of the triangle of that side "OPTIONS|HOW", a line for each kind of kernel. OPTIONS say the state, HOW the kernel.
triangle_kinds() {
    local cover storage
    cover=$(pick "$1" "${covers[@]}") storage=$(pick $(($1 / 3)) "${storages[@]}")
    echo "--rule $(pick "$1" "${flat[@]}") --steps 11|--storage bits $cover"
    echo "--rule $(pick $(($1 / 2)) "${flat[@]}") --steps 6|$storage $cover"
    echo "--rule $(pick $(($1 / 2)) "${flat[@]}") --steps 2|$storage --tile $(pick "$1" 8 16 64)"
    echo "--program $(pick "$1" wireworld forest_fire $programs/sandpile.lua life) --steps 3|--storage bits $cover"
    echo "--program $(pick "$1" ising potts "ising --neighbours moore") --steps 2|--storage bits $cover"
    echo "--program $(pick "$1" $programs/heat32.lua $programs/heat64.lua grayscott wave) --steps 6|$storage $cover"
    echo "--program $(pick "$1" wireworld forest_fire life) --steps 5|$storage $cover"
    echo "--program $(pick "$1" heat ising rmw) --steps 2|$storage --tile $(pick "$1" 8 16 64)"
    echo "--program rmw --steps 3|$storage $cover"
}

# The same of a tetrahedron.
tetrahedron_kinds() {
    local cover storage
    cover=$(pick "$1" "${covers[@]}") storage=$(pick $(($1 / 3)) "${storages[@]}")
    echo "--rule $(pick "$1" "${deep[@]}") --steps 3|--storage bits $cover"
    echo "--rule $(pick $(($1 / 2)) "${deep[@]}") --steps 5|$storage $cover"
    echo "--rule $(pick $(($1 / 2)) "${deep[@]}") --steps 2|$storage --tile $(pick "$1" 4 8 16)"
    echo "--program $(pick "$1" wireworld forest_fire life) --steps 2|--storage bits $cover"
    echo "--program $(pick "$1" ising potts) --steps 2|--storage bits $cover"
    echo "--program $(pick "$1" "$programs/heat32.lua --set D=0.1" "$programs/heat64.lua --set D=0.1" "grayscott --set Du=0.1") --steps 3|$storage $cover"
    echo "--program $(pick "$1" wireworld forest_fire life) --steps 3|$storage $cover"
    echo "--program rmw --steps 2|$storage $cover"
}

# list_kinds SIMPLEX "SIDE...": "SIMPLEX --n SIDE OPTIONS|HOW", a line for each kind of kernel. Tetrahedra have sides to 300.
list_kinds() {
    local n
    for n in $2; do
        [[ $1 == tetrahedron && $n -gt 300 ]] || "${1}_kinds" "$n" | sed "s/^/$1 --n $n /"
    done
}

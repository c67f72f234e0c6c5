#!/usr/bin/env bash
# slurm.sh - ranks that srun starts, by a Slurm of this machine alone that the script starts and ends: the digest is that
# of one process, a rank that is killed ends all, and tasks that no interface to MPI connects are refused. Runs as root.
#
#     apt-get install slurmctld slurmd slurm-client
#     NBBGEN=build/release/nbbgen tests/sweeps/slurm.sh
set -uo pipefail
: "${NBBGEN:?the program}"
NBBGEN=$(realpath "$NBBGEN")
export OMP_NUM_THREADS=1
failed=0
work=$(mktemp -d)
mkdir "$work/state" "$work/spool"
export SLURM_CONF=$work/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=sandbox
SlurmctldHost=$(hostname -s)(127.0.0.1)
AuthType=auth/none
CredType=cred/none
SlurmUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SelectType=select/linear
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE
END
slurmctld -D >"$work/slurmctld.log" 2>&1 &
controller=$!
slurmd -D >"$work/slurmd.log" 2>&1 &
node=$!
trap 'kill $node $controller; wait; rm -rf "$work"' EXIT
for ((i = 0; i < 100; ++i)); do
    [[ $(sinfo -h -o %t 2>&1) != idle ]] || break
    sleep 0.1
done

# compare WHAT GOT WANTED
compare() {
    if [[ $2 == "$3" ]]; then
        echo "same $1: $2"
    else
        failed=1
        printf 'ANOTHER %s: %s\nwanted %s\n' "$1" "$2" "$3"
    fi
}

digest() {
    sed -n 's/^ *"digest": "\(.*\)",*$/\1/p'
}

what=(run sierpinski --r 13 --device cpu --digest --json --quiet)
wanted=$("$NBBGEN" "${what[@]}" | digest)
for tasks in 2 3; do
    compare "srun --mpi=pmix, $tasks tasks" "$(srun --mpi=pmix -n $tasks -O "$NBBGEN" "${what[@]}" | digest)" "$wanted"
done

said=$(srun --mpi=none -n 2 -O "$NBBGEN" "${what[@]}" 2>&1)
compare "srun without MPI, tasks refused" "$(grep -c '^nbbgen: .*: started as one of 2 processes that MPI knows nothing of' <<<"$said")" 2

srun --mpi=pmix -n 2 -O "$NBBGEN" run sierpinski --r 13 --device cpu --steps 100000000 --quiet >"$work/out" 2>&1 &
launched=$!
for ((i = 0; i < 100; ++i)); do
    ranks=$(pgrep -f "^$NBBGEN run sierpinski --r 13 --device cpu --steps 100000000 " | wc -l)
    [[ $ranks -lt 2 ]] || break
    sleep 0.1
done
sleep 1
kill -KILL "$(pgrep -f "^$NBBGEN run sierpinski --r 13 --device cpu --steps 100000000 " | tail -n 1)"
SECONDS=0
code=0
wait $launched || code=$?
compare "a rank killed: srun ends with a failure within 30 s" "$((code != 0 && SECONDS < 30))" 1
compare "ranks left" "$(pgrep -cf "^$NBBGEN run sierpinski --r 13 --device cpu --steps 100000000 ")" 0
exit $failed

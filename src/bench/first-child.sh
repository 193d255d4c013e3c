#!/usr/bin/env bash
# Measures the first minutes of a new project, for a Java and a Python hook, in a clean folder outside of this project:
#   init    from `hookline init` to the first child in the cluster of `hookline dev`
#   edit    from an edit of the hook to the updated child in the cluster
#   test    `hookline test`
# It prints each run and the medians. Usage: src/bench/first-child.sh [RUNS], with the distribution built before.
set -euo pipefail

runs=${1:-5}
bin=$(readlink -f "$(dirname "$0")/../../target/hookline/bin")
export PATH=$bin:$PATH
work=$(mktemp -d)
dev=
trap '[ -z "$dev" ] || kill "$dev" 2>/dev/null; rm -rf "$work"' EXIT

now() { date +%s%N; }

# Waits until a file has a line, at most 120 s.
await() {
  local end=$(($(now) + 120000000000))
  until grep -q "$2" "$1"; do
    [ "$(now)" -lt "$end" ] || { echo "not printed: $2" >&2; cat "$1" >&2; exit 1; }
    sleep 0.01
  done
}

seconds() { awk -v from="$1" -v to="$2" 'BEGIN { printf "%.2f", (to - from) / 1e9 }'; }
median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# Prints the three times of one run.
run() {
  local language=$1 hook=$2 before=$3 after=$4 start child edited updated tested
  local folder=$work/$language-$RANDOM/webapp
  mkdir -p "$(dirname "$folder")"
  cd "$(dirname "$folder")"
  start=$(now)
  hookline init webapp --kind WebApp --hook "$language" >init.out
  cd webapp
  hookline dev --hook-port 0 >../dev.out 2>&1 &
  dev=$!
  await ../dev.out 'created Deployment default/sample'
  child=$(now)
  await ../dev.out 'every sample has its children'
  sed "s/$before/$after/" "$hook" >../edited
  edited=$(now)
  cp ../edited "$hook"
  await ../dev.out 'updated Deployment default/sample'
  updated=$(now)
  kill "$dev"
  wait "$dev"
  dev=
  sed -i "s/$after/$before/" "$hook"
  tested=$(now)
  hookline test >../test.out
  echo "$(seconds "$start" "$child") $(seconds "$edited" "$updated") $(seconds "$tested" "$(now)")"
}

measure() {
  local language=$1
  for i in $(seq "$runs"); do
    run "$@" | tee -a "$work/$language"
  done | awk -v language="$language" '{ printf "%-8s init %5s s   edit %5s s   test %5s s\n", language, $1, $2, $3 }'
  printf '%-8s init %5s s   edit %5s s   test %5s s   medians of %s\n' "$language" \
    "$(cut -d' ' -f1 "$work/$language" | median)" "$(cut -d' ' -f2 "$work/$language" | median)" \
    "$(cut -d' ' -f3 "$work/$language" | median)" "$runs"
}

measure python hooks/webapp/sync.py '"replicas": parent\["spec"\]\["replicas"\]' '"replicas": 7'
measure java src/main/java/com/example/WebAppHook.java 'withReplicas(parent.spec().replicas())' 'withReplicas(7)'

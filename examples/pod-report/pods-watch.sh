#!/usr/bin/env bash
# Prints each change of the Pods of a namespace until Ctrl-C, as `hookline pods watch` does.
# Usage: pods-watch.sh [NAMESPACE]
#
# A watch ends whenever its connection does. What changed meanwhile is found by a new list: it is compared with the Pods that
# are known. This is what an informer does.
set -euo pipefail

url=/api/v1/namespaces/${1:-default}/pods
declare -A versions rows # the known Pods, by uid: resourceVersion, and what is printed

columns='[.metadata.uid, .metadata.resourceVersion, .metadata.name, .status.phase // "<none>",
  .spec.containers[0].image // "<none>"]'

print() { # EVENT NAME PHASE IMAGE
  printf '%-9s %-40s %-10s %s\n' "$@"
}

put() { # UID VERSION NAME PHASE IMAGE: a Pod exists in this state
  if [[ ! -v versions[$1] ]]; then
    print ADDED "${@:3}"
  elif [[ ${versions[$1]} != "$2" ]]; then
    print MODIFIED "${@:3}"
  fi
  versions[$1]=$2
  rows[$1]=$3$'\t'$4$'\t'$5
}

remove() { # UID [NAME PHASE IMAGE]: a Pod was deleted, in this state or the last known one
  [[ -v versions[$1] ]] || return 0
  local row
  IFS=$'\t' read -ra row <<<"${rows[$1]}"
  (($# == 1)) || row=("${@:2}")
  print DELETED "${row[@]}"
  unset "versions[$1]" "rows[$1]"
}

list() { # the Pods that exist now; sets version
  local answer uid row
  declare -A present=()
  answer=$(kubectl get --raw "$url") || return 1
  version=$(jq -r .metadata.resourceVersion <<<"$answer")
  while IFS=$'\t' read -ra row; do
    present[${row[0]}]=1
  done < <(jq -r ".items[] | $columns | @tsv" <<<"$answer")
  for uid in "${!versions[@]}"; do # first, since a new Pod may have the name of a deleted one
    [[ -v present[$uid] ]] || remove "$uid"
  done
  while IFS=$'\t' read -ra row; do
    put "${row[@]}"
  done < <(jq -r ".items[] | $columns | @tsv" <<<"$answer")
}

follow() { # the changes after version, until the connection ends
  local event row
  while IFS=$'\t' read -r event row; do
    IFS=$'\t' read -ra row <<<"$row"
    case $event in
      ADDED | MODIFIED) put "${row[@]}" ;;
      DELETED) remove "${row[0]}" "${row[@]:2}" ;;
      *) return ;; # an error, such as a version that is too old
    esac
  done < <(kubectl get --raw "$url?watch=1&resourceVersion=$version" |
    jq --unbuffered -r ".type as \$type | .object | [\$type] + $columns | @tsv")
}

trap exit INT TERM
while true; do
  if list; then
    follow
  fi
  sleep 1
done

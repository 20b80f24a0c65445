#!/bin/sh
# A verifier of deliveries from section 5 of the specification alone: a shell and openssl.
#
#   SIGNING_SECRET=… verify.sh "$SERVICE_SIGNATURE" < raw-body
#
# Exit code 0: accepted. 1: refused, with the reason on stderr.
# No file names: the header may hold an asterisk.
set -euf

refuse() {
  echo "refused: $1" >&2
  exit 1
}

hmac() {
  openssl dgst -sha256 -hmac "$1" -r | cut -d ' ' -f 1
}

# 1. `t` and one or more `v1`, as comma-separated pairs.
timestamp=
signatures=
for pair in $(printf '%s' "$1" | tr ',' ' '); do
  case $pair in
    t=*) timestamp=${pair#t=} ;;
    v1=*) signatures="$signatures ${pair#v1=}" ;;
  esac
done

# 6. Both must be there.
[ -n "$timestamp" ] || refuse 't is missing'
[ -n "$signatures" ] || refuse 'v1 is missing'
case $timestamp in *[!0-9]*) refuse 't is not a Unix timestamp' ;; esac

# 5. At most 300 seconds from now, in either direction.
age=$(($(date +%s) - timestamp))
[ "$age" -le 300 ] && [ "$age" -ge -300 ] || refuse "t is $age s away"

# 2. and 3. The HMAC of the timestamp, a dot and the raw body.
expected=$({
  printf '%s.' "$timestamp"
  cat
} | hmac "$SIGNING_SECRET")

# 4. One v1 must match exactly. The comparison is of HMACs under a random key: its time says nothing of the signature.
key=$(openssl rand -hex 32)
masked=$(printf '%s' "$expected" | hmac "$key")
for signature in $signatures; do
  [ "$(printf '%s' "$signature" | hmac "$key")" = "$masked" ] && exit 0
done
refuse 'no v1 matches'

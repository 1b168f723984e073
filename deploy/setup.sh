#!/bin/sh
# Makes what a deployment keeps secret, once: settings with their keys, the keypairs of both modes, the database's password.
#
#   sh deploy/setup.sh [--for compose|server] [--dir DIR] [--public-url URL] [--live-rpc URL[,URL]] [--owner USER]
#
# --for compose (the default) writes ./deployment and ./.env for compose.yaml; --for server writes /etc/autopay for deploy/systemd.
# Everything is readable by its owner alone. What is there already is never changed: remove a file to have it made again. Needs openssl.
set -eu
umask 077

for=compose dir= public_url= live_rpc=none owner=
while [ $# -gt 0 ]; do
  case $1 in
    --for) for=${2-} ;;
    --dir) dir=${2-} ;;
    --public-url) public_url=${2-} ;;
    --live-rpc) live_rpc=${2-} ;;
    --owner) owner=${2-} ;;
    *) echo "$1: there is no such option. Known are --for, --dir, --public-url, --live-rpc, --owner." >&2; exit 1 ;;
  esac
  [ -n "${2-}" ] || { echo "$1: it wants a value." >&2; exit 1; }
  shift 2
done
root=$(cd "$(dirname "$0")/.." && pwd)
case $for in
  compose) dir=${dir:-$root/deployment} keys=/run/autopay/keys host=postgres chain=chain ;;
  server) dir=${dir:-/etc/autopay} keys=$dir/keys host=127.0.0.1 chain=127.0.0.1 ;;
  *) echo "--for: it wants compose or server, not $for." >&2; exit 1 ;;
esac
command -v openssl >/dev/null || { echo 'openssl is needed to make keys: install it, then run this again.' >&2; exit 1; }

# Each file is complete or missing, also if this is interrupted: it gets its name when all is in it.
keep() {
  if [ -e "$1" ]; then cat >/dev/null; echo "kept   $1"; return; fi
  cat >"$1.part" && mv "$1.part" "$1" && echo "made   $1"
}

# A keypair as Solana's tools write it: 64 bytes, the seed and the public key, as a JSON array.
keypair() {
  if [ -e "$1" ]; then echo "kept   $1"; return; fi
  openssl genpkey -algorithm ed25519 -outform DER -out "$1.der"
  { openssl pkey -inform DER -in "$1.der" -outform DER | tail -c 32
    openssl pkey -inform DER -in "$1.der" -pubout -outform DER | tail -c 32
  } | od -An -v -tu1 | tr -s ' \n' ',' | sed 's/^,/[/; s/,$/]/' | keep "$1"
  rm -f "$1.der"
}

mkdir -p "$dir/keys"
for key in test-fee-payer test-delegate live-fee-payer live-delegate; do keypair "$dir/keys/$key.json"; done
openssl rand -hex 24 | keep "$dir/postgres-password"
password=$(cat "$dir/postgres-password")
keep "$dir/autopay.env" <<END
# Made by deploy/setup.sh. npm start -- --help explains every setting. Keep a copy where the database's backup is not.
AUTOPAY_PUBLIC_URL=${public_url:-http://127.0.0.1:3000}
DATABASE_URL=postgres://autopay:$password@$host:5432/autopay
# Encrypts secrets in the database. Without it they are lost.
AUTOPAY_SECRETS_KEYS=k1:$(openssl rand -base64 32)
# Opens the platform's routes to whoever holds it.
AUTOPAY_OWNER_KEY=$(openssl rand -hex 32)
# Opens the page /setup until somebody has finished it.
AUTOPAY_SETUP_TOKEN=$(openssl rand -hex 16)
# Migrations are run apart, before the processes of a new version start.
AUTOPAY_MIGRATE_AT_START=off
# Test mode has a chain of its own beside the service, whose tokens are worth nothing.
AUTOPAY_TEST_RPC_URL=http://$chain:8899
AUTOPAY_TEST_FEE_PAYER_KEY_FILE=$keys/test-fee-payer.json
AUTOPAY_TEST_DELEGATE_KEY_FILE=$keys/test-delegate.json
# Real money: the URLs of one or, better, two providers of Solana RPC, with a comma between them; none: no live mode.
AUTOPAY_LIVE_RPC_URL=$live_rpc
AUTOPAY_LIVE_FEE_PAYER_KEY_FILE=$keys/live-fee-payer.json
# Whoever has this key can take what payers approved.
AUTOPAY_LIVE_DELEGATE_KEY_FILE=$keys/live-delegate.json
END

if [ "$for" = server ]; then
  keep "$dir/database.sql" <<END
create role autopay login password '$password';
create database autopay owner autopay;
END
  if [ "$(id -u)" = 0 ]; then chown -R "${owner:-autopay}" "$dir"; fi
else
  # The containers run as the owner of these files, never as root.
  run_as=$(id -u):$(id -g)
  if [ "$(id -u)" = 0 ]; then run_as=10001:10001; chown -R 10001:10001 "$dir"; fi
  echo "RUN_AS=$run_as" | keep "$root/.env"
fi
# For the first visit, at /setup.
sed -n 's/^AUTOPAY_SETUP_TOKEN=/token  /p' "$dir/autopay.env"

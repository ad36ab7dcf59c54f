#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: the programs of a PostgreSQL server, which the tests start themselves, and a
# Chromium. Uses the system's packages; says plainly what could not be installed.
set -eu

have_postgres() { command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }
have_chromium() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; }

packages=()
have_postgres || packages+=(postgresql)
have_chromium || packages+=(chromium)
[ "${#packages[@]}" -eq 0 ] && exit 0

echo "Installing for the tests: ${packages[*]}"
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
if command -v apt-get >/dev/null; then
    # The server's package would start a cluster of its own; the tests bring theirs.
    "${as_root[@]}" apt-get update -qq || true
    # One call a package: a name that this system does not know must not keep the other from being installed.
    for package in "${packages[@]}"; do
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null || true
    done
elif command -v dnf >/dev/null; then
    "${as_root[@]}" dnf install -y -q postgresql-server chromium || true
elif command -v brew >/dev/null; then
    have_postgres || brew install -q postgresql@15 || true
    have_chromium || brew install -q --cask chromium || true
fi

failed=()
have_postgres || failed+=("PostgreSQL 15 or later (initdb, pg_ctl)")
have_chromium || failed+=("Chromium")
[ "${#failed[@]}" -eq 0 ] && exit 0
printf 'Could not install: %s\n' "${failed[@]}" >&2
echo "Install it by hand, then run make test again." >&2
exit 1

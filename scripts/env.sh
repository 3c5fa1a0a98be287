# Sourced by run, test and bench: makes .venv from pyproject.toml when it is missing or stale.
# usage: . scripts/env.sh; make_env EXTRA…
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

find_python() {
  for python in "${PYTHON:-}" python3 python3.13 python3.12 python3.11; do
    if [ -n "$python" ] && command -v "$python" >/dev/null &&
      "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
      echo "$python"
      return
    fi
  done
  echo "Python 3.11 or newer is needed: apt-get install python3, or set PYTHON to one." >&2
  return 1
}

as_root() { # run apt-get where we may, say nothing where we may not
  if [ "$(id -u)" = 0 ]; then "$@"; elif sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

apt_install() { # PACKAGE… ; fails where there is no apt or no right to use it
  command -v apt-get >/dev/null || return 1
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$@" >build/apt.log 2>&1 ||
    { as_root apt-get update -q >build/apt.log 2>&1 &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$@" >>build/apt.log 2>&1; }
}

pip_install() { # ARGUMENT…
  .venv/bin/python -m pip install -q --use-pep517 "$@" >&2 || {
    echo "pip could not install what is needed (above). With a network, run this again." >&2
    return 1
  }
}

make_env() {
  mkdir -p build
  local python stamp want venv
  python=$(find_python)
  # the lock: two of these scripts started at once make one environment
  exec 9>build/env.lock
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -x .venv/bin/python ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    rm -rf .venv
    "$python" -m venv .venv 2>build/venv.log || {
      rm -rf .venv
      venv=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
      echo "Python's venv module is missing; installing $venv from Debian …" >&2
      apt_install "$venv" && "$python" -m venv .venv || {
        rm -rf .venv
        echo "Could not make .venv. As root: apt-get install $venv. Then run this again." >&2
        return 1
      }
    }
  fi
  # the folder too: a moved checkout has the old one in its scripts
  want="$("$python" -V) $(cksum <pyproject.toml) $PWD"
  for extra in "$@"; do
    stamp=.venv/stamp-$extra
    if [ "$(cat "$stamp" 2>/dev/null)" != "$want" ]; then
      echo "Installing what Yarrow needs into .venv ($extra) …" >&2
      pip_install -e ".$([ "$extra" = run ] || echo "[$extra]")"
      echo "$want" >"$stamp"
    fi
  done
  exec 9>&-
}

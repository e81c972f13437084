#!/bin/sh
# Installs Asterisk 22 in a folder, with a Debian of its own: the packages of this machine stay as they are, no service starts.
#
#   sudo deploy/asterisk/build-root.sh /opt/asterisk
#
# Takes about a minute and 430 MB. Needs a Debian or Ubuntu with debootstrap.
# MIRROR (default: the one of debootstrap) and SUITE (default: sid; no stable release of Debian has Asterisk 22) choose the source.
set -eu

root=${1:?"usage: build-root.sh <folder>"}
suite=${SUITE:-sid}
building="$root.building"

fail() {
  echo "build-root.sh: $1" >&2
  exit 1
}
[ "$(id -u)" = 0 ] || fail 'only root can build it: use sudo'
command -v debootstrap >/dev/null || fail 'debootstrap is missing: apt-get install debootstrap'
[ ! -e "$root" ] || fail "$root exists: remove it, or choose another folder"

rm -rf "$building"
mkdir -p "$building"
if [ -n "${MIRROR:-}" ]; then
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$building" "$MIRROR"
else
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$building"
fi

# Packages must not start services (policy-rc.d), and their manuals are not needed.
printf '#!/bin/sh\nexit 101\n' >"$building/usr/sbin/policy-rc.d"
chmod +x "$building/usr/sbin/policy-rc.d"
for unneeded in doc man locale; do
  echo "path-exclude=/usr/share/$unneeded/*"
done >"$building/etc/dpkg/dpkg.cfg.d/unneeded"

LC_ALL=C DEBIAN_FRONTEND=noninteractive chroot "$building" apt-get install --yes --no-install-recommends \
  asterisk asterisk-config asterisk-core-sounds-en-gsm asterisk-modules asterisk-moh-opsound-gsm
# Where Asterisk stores recordings; the package does not create it.
chroot "$building" install --directory --owner=asterisk --group=asterisk /var/spool/asterisk/recording
rm -rf "$building"/var/cache/apt/archives/*.deb "$building"/var/lib/apt/lists/*
mv "$building" "$root"
echo "Asterisk is in $root" >&2

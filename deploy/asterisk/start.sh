#!/bin/sh
# Runs Asterisk in the container. Its configuration is mounted at /config with any owner; Asterisk gets a copy that it can read.
set -eu
rm -rf /etc/asterisk
install --directory --owner=asterisk --group=asterisk --mode=750 /etc/asterisk
install --owner=asterisk --group=asterisk --mode=600 /config/*.conf /etc/asterisk/
chown asterisk:asterisk /var/spool/asterisk/recording
exec asterisk -f -U asterisk -G asterisk

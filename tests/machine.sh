#!/bin/sh
# What the tests need beside Python: Debian's chromium and strace, a JDK and Maven for a real Neo4j,
# qemu-user and a C compiler for other processors than this one, and locales that really exist.
# Root on Debian or Ubuntu: installed. Anybody else: told what is missing; those tests skip, or
# fail where CI is set.
set -eu

missing=""
command -v chromium >/dev/null 2>&1 || [ -n "${CHROMIUM:-}" ] || missing="$missing chromium"
command -v strace >/dev/null 2>&1 || missing="$missing strace"
command -v ssh-keygen >/dev/null 2>&1 || missing="$missing openssh-client"
command -v javac >/dev/null 2>&1 || missing="$missing default-jdk-headless"
command -v mvn >/dev/null 2>&1 || missing="$missing maven"
command -v qemu-x86_64 >/dev/null 2>&1 || missing="$missing qemu-user"
command -v cc >/dev/null 2>&1 || missing="$missing gcc libc6-dev"
command -v localedef >/dev/null 2>&1 && [ -e /usr/share/i18n/locales/tr_TR ] || missing="$missing locales"

if [ -n "$missing" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing$missing"
    apt-get update -qq >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
  else
    echo "missing:$missing (as root: apt-get install$missing); tests that need them are skipped"
    exit 0
  fi
fi

for locale in tr_TR de_DE he_IL; do
  if ! locale -a 2>/dev/null | grep -qi "^$locale\.utf-\?8$"; then
    if [ "$(id -u)" = 0 ]; then
      localedef -i "$locale" -f UTF-8 "$locale.UTF-8"
    else
      echo "locale $locale.UTF-8 is missing (as root: localedef -i $locale -f UTF-8 $locale.UTF-8)"
    fi
  fi
done

# Sets JAVA to a java of version 25 or later, or says what is missing. Sourced by the scripts that need one.
xray_is_java_25() {
  [ -x "$1/bin/java" ] && [ -f "$1/release" ] || return 1
  xray_version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [ "${xray_version:-0}" -ge 25 ]
}

xray_find_java() {
  for xray_home in "${XRAY_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*25* /usr/lib/jvm/*26* /opt/*jdk*25* \
    "$HOME"/.sdkman/candidates/java/25* /Library/Java/JavaVirtualMachines/*25*/Contents/Home; do
    if [ -n "$xray_home" ] && xray_is_java_25 "$xray_home"; then
      JAVA_HOME=$xray_home
      JAVA=$xray_home/bin/java
      export JAVA_HOME
      return 0
    fi
  done
  if [ -x /usr/libexec/java_home ] && xray_home=$(/usr/libexec/java_home -v 25 2>/dev/null) && xray_is_java_25 "$xray_home"; then
    JAVA_HOME=$xray_home
    JAVA=$xray_home/bin/java
    export JAVA_HOME
    return 0
  fi
  xray_java=$(command -v java) && xray_java=$(readlink -f "$xray_java" 2>/dev/null) && xray_home=${xray_java%/bin/java} &&
    xray_is_java_25 "$xray_home" && JAVA=$xray_java && JAVA_HOME=$xray_home && export JAVA_HOME && return 0
  echo "xray: Java 25 or later is needed and was not found; install a JDK 25, or name one in XRAY_JAVA_HOME." >&2
  return 1
}

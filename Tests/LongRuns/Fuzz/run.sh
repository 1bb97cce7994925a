#!/usr/bin/env bash
# Feeds each parser with inputs that the machine makes up, with the address sanitizer watching.
#
#   Tests/LongRuns/Fuzz/run.sh [SECONDS] [NAME ...]     SECONDS for each fuzzer (10); all fuzzers unless some are named
#   Tests/LongRuns/Fuzz/run.sh build FOLDER             compile all of them into FOLDER, and run none
#   Tests/LongRuns/Fuzz/run.sh check FOLDER             the same, not optimised: they compile in a third of the time,
#                                                       keep their assertions, and get through a quarter of the inputs
#   FUZZERS=FOLDER Tests/LongRuns/Fuzz/run.sh ...       run those that are there, compile those that are not
#
# A fuzzer is a file NAME.swift here whose first lines name the rooms that it needs, in order:
# `// rooms: NDEF TagFormats`.
set -euo pipefail
cd "$(dirname "$0")/../../.."

seconds=${1:-10}
shift || true
optimised=-O
if [ "$seconds" = check ]; then
    optimised=-Onone
    seconds=build
fi
if [ "$seconds" = build ]; then
    out=$1
    shift
    mkdir -p "$out"
elif [ -n "${FUZZERS:-}" ]; then
    out=$FUZZERS
else
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
fi

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for file in Tests/LongRuns/Fuzz/*.swift; do
        [ -e "$file" ] && names+=("$(basename "$file" .swift)")
    done
fi

# Runs one fuzzer and says what came of it.
run() {
    local name=$1
    mkdir -p "$out/corpus-$name"
    # The crash handler of the runtime would hide a crash from the fuzzer.
    if SWIFT_BACKTRACE=enable=no "$out/fuzz-$name" -max_total_time="$seconds" -rss_limit_mb=1024 -timeout=5 \
        -artifact_prefix="$PWD/.build/" -print_final_stats=1 "$out/corpus-$name" >"$out/$name.log" 2>&1; then
        printf '%s: %s inputs, no finding\n' "$name" \
            "$(sed -n 's/^stat::number_of_executed_units: *//p' "$out/$name.log")"
    else
        tail -n 60 "$out/$name.log"
        printf '%s: a finding; the input is in .build/\n' "$name" >&2
        return 1
    fi
}

flags=(-swift-version 6 "$optimised" -sanitize=fuzzer,address -parse-as-library -package-name FocusKey -I "$out" -L "$out")

# Compiles one fuzzer, and the rooms that it needs and no other fuzzer needed before.
compile() {
    local name=$1 room folder objects=()
    for room in $(sed -n 's|^// rooms: ||p' "Tests/LongRuns/Fuzz/$name.swift"); do
        if [ ! -e "$out/$room.o" ]; then
            # A room of the product, or one that only tests know.
            folder=$(.ci/house path "$room")
            swiftc "${flags[@]}" -wmo -module-name "$room" -emit-module -emit-module-path "$out/$room.swiftmodule" \
                -c $(find "$folder" -name "*.swift") -o "$out/$room.o"
        fi
        objects+=("$out/$room.o")
    done
    swiftc "${flags[@]}" -module-name "Fuzz$name" "Tests/LongRuns/Fuzz/$name.swift" "${objects[@]}" \
        -o "$out/fuzz-$name" 2> >(grep -v 'Cannot export local symbol' >&2)
}

running=()
failed=0
for name in "${names[@]}"; do
    [ -x "$out/fuzz-$name" ] || compile "$name"
    [ "$seconds" != build ] || continue
    # It runs while the next one is compiled: two cores, two kinds of work. Never more than two run at once.
    run "$name" &
    running+=($!)
    if [ ${#running[@]} -ge 2 ]; then
        wait "${running[0]}" || failed=1
        running=("${running[@]:1}")
    fi
done
for process in "${running[@]}"; do wait "$process" || failed=1; done
exit "$failed"

// Faults that change nothing anyone could notice, each with its reason: they are not planted.
import type { Fault } from "./faults.ts"

const equivalents: { kind: string; path: RegExp; after: RegExp; reason: string }[] = [
  {
    kind: "lock",
    path: /^server\//,
    after: /\) old where |limit \$\{batch\}\)\)/,
    reason: "without the lock, two workers that clean up wait for each other, and clean the same rows once",
  },
  {
    kind: "constant",
    path: /^server\//,
    after: /\b(?:timeout|interval|pause|cache)_ms\b\W*(?:const )?= \(/,
    reason: "no process notices one more millisecond of a wait by its own clock",
  },
  {
    kind: "swap",
    path: /^server\//,
    after: /\bcontrast\(/,
    reason: "two colors have the same contrast either way",
  },
  {
    kind: "comparison",
    path: /^server\//,
    after: /<= 0n? \? -/,
    reason: "zero is its own negative",
  },
]

export function isEquivalent(fault: Fault): boolean {
  return equivalents.some(
    ({ kind, path, after }) => fault.kind === kind && path.test(fault.path) && after.test(fault.after),
  )
}

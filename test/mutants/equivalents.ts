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
  {
    kind: "extreme",
    path: /^server\/platform\/secrets\/passwords\.ts$/,
    after: /availableParal/,
    reason:
      "how many passwords are hashed at once depends on the processors of the machine that runs the tests",
  },
  {
    kind: "extreme",
    path: /^server\/follow-up\/notifications\/later-changes\.ts$/,
    after: /least\(requested\.since/,
    reason: "it finds more matters to look at under their lock, where nothing new is found to tell of",
  },
]

export function isEquivalent(fault: Fault): boolean {
  return equivalents.some(
    ({ kind, path, after }) => fault.kind === kind && path.test(fault.path) && after.test(fault.after),
  )
}

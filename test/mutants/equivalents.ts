// Faults that change nothing anyone could notice, each with its reason: they are not planted.
import type { Fault } from "./faults.ts"

const equivalents: [path: string, after: string, reason: string][] = [
  [
    "server/firm/users/pruning.ts",
    "}) old where users.firm_id",
    "without the lock, two workers wait for each other and delete the same rows once",
  ],
]

export function isEquivalent({ path, after }: Fault): boolean {
  return equivalents.some(([of, part]) => of === path && after.includes(part))
}

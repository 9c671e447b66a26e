import { countKeyUse, tryOpening } from "../../outputs/sealing/usage.ts"
import { listMasterKeys } from "../../platform/installation/master-key-states.ts"
import { countText } from "../../platform/text/count-text.ts"
import { brokenUnless, type CheckInput, type Finding } from "./finding.ts"

/** Decrypts one value of each kind under each master key in use. Reported only to the operator. */
export async function checkKeys({ parts: { db, ring }, scope }: CheckInput): Promise<Finding[]> {
  if (!scope.shows_paths || scope.firm_id) return []
  const [keys, uses, faults] = await db.forPlatform(async (tx) => [
    await listMasterKeys(tx),
    await countKeyUse(tx),
    await tryOpening(tx, ring),
  ])
  const topic = "Master keys"
  const missing = [...new Set(uses.map(({ key_id }) => key_id))].filter(
    (id) => id !== "unknown" && !ring.key_ids.includes(id),
  )
  const findings = [
    ...missing.map((id) => {
      const lost = uses.filter(({ key_id }) => key_id === id).reduce((sum, { count }) => sum + count, 0)
      return `The master key ${id} is missing: ${countText(lost, "value")} cannot be decrypted. Put it back`
    }),
    ...faults
      .filter(({ key_id }) => !missing.includes(key_id))
      .map(
        ({ column, reason }) =>
          `A value of ${column.table}.${column.column} (${column.words}) does not decrypt: ${reason}`,
      ),
  ].map((sentence) => ({ topic, ...brokenUnless(false), sentence }))
  if (findings.length > 0) return findings
  const live = keys
    .filter(({ state }) => state !== "retired")
    .map(({ id, state }) => {
      const count = uses.filter(({ key_id }) => key_id === id).reduce((sum, use) => sum + use.count, 0)
      return `${id} ${state} (${countText(count, "value")})`
    })
  return [
    {
      topic,
      ok: true,
      sentence: `A sample of each kind of encrypted value decrypts. Keys: ${live.join(", ")}`,
    },
  ]
}

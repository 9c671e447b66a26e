import { type CorrectionRow, listCorrections } from "../../../corrections/corrections.ts"
import type { Tx } from "../../../platform/db/database.ts"
import type { ActivityEntry } from "../activity/entry.ts"

/** What was asked of the client, and what became of it, for the timeline. */
export async function readCorrectionActivity(tx: Tx, matter_id: string): Promise<ActivityEntry[]> {
  const corrections = await listCorrections(tx, matter_id)
  const asked = corrections.filter(({ asked_at }) => asked_at !== null)
  const askedTogether = [...Map.groupBy(asked, ({ asked_at }) => asked_at?.getTime()).values()]
  return [
    ...askedTogether.flatMap(([first, ...others]) =>
      first?.asked_at ? [askedEntry(first, first.asked_at, [first, ...others])] : [],
    ),
    ...asked.flatMap((correction) => [...answeredEntries(correction), ...endedEntries(correction)]),
  ]
}

function askedEntry(first: CorrectionRow, at: Date, all: readonly CorrectionRow[]): ActivityEntry {
  return {
    id: `${first.id}-asked`,
    at,
    by: first.asked_by_name,
    changes: [],
    note: {
      title:
        all.length === 1
          ? "Asked the client for a correction"
          : `Asked the client for ${all.length} corrections`,
      tone: "warning",
      asked: all.map(({ label, words }) => ({ label, words })),
    },
  }
}

function answeredEntries(correction: CorrectionRow): ActivityEntry[] {
  const { id, answered_at, answered_by_name, is_only_looked_at, label } = correction
  if (!answered_at) return []
  const title = is_only_looked_at ? "Client looked at what was asked" : "Client changed what was asked"
  const note = { title: `${title}: ${label}`, tone: "info" as const }
  return [{ id: `${id}-answered`, at: answered_at, by: answered_by_name, changes: [], note }]
}

function endedEntries({ id, state, ended_at, ended_by_name, label }: CorrectionRow): ActivityEntry[] {
  if (!ended_at) return []
  const note =
    state === "resolved"
      ? { title: `Correction resolved: ${label}`, tone: "success" as const }
      : { title: `Correction withdrawn: ${label}`, tone: "neutral" as const }
  return [{ id: `${id}-ended`, at: ended_at, by: ended_by_name, changes: [], note }]
}

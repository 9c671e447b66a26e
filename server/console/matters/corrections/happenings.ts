import { type CorrectionRow, listCorrections } from "../../../corrections/corrections.ts"
import type { Tx } from "../../../platform/db/database.ts"
import type { Happening } from "../activity-entry.ts"

/** What was asked of the client, and what became of it, for the timeline. */
export async function readCorrectionHappenings(tx: Tx, matter_id: string): Promise<Happening[]> {
  const corrections = await listCorrections(tx, matter_id)
  const asked = corrections.filter(({ asked_at }) => asked_at !== null)
  const askedTogether = [...Map.groupBy(asked, ({ asked_at }) => asked_at?.getTime()).values()]
  return [
    ...askedTogether.flatMap(([first, ...others]) =>
      first?.asked_at ? [askedHappening(first, first.asked_at, [first, ...others])] : [],
    ),
    ...asked.flatMap((correction) => [...answeredHappenings(correction), ...endedHappenings(correction)]),
  ]
}

function askedHappening(first: CorrectionRow, at: Date, all: readonly CorrectionRow[]): Happening {
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

function answeredHappenings(correction: CorrectionRow): Happening[] {
  const { id, answered_at, answered_by_name, is_only_looked_at, label } = correction
  if (!answered_at) return []
  const title = is_only_looked_at ? "Client looked at what was asked" : "Client changed what was asked"
  const note = { title: `${title}: ${label}`, tone: "info" as const }
  return [{ id: `${id}-answered`, at: answered_at, by: answered_by_name, changes: [], note }]
}

function endedHappenings({ id, state, ended_at, ended_by_name, label }: CorrectionRow): Happening[] {
  if (!ended_at) return []
  const note =
    state === "settled"
      ? { title: `Correction settled: ${label}`, tone: "success" as const }
      : { title: `Correction withdrawn: ${label}`, tone: "neutral" as const }
  return [{ id: `${id}-ended`, at: ended_at, by: ended_by_name, changes: [], note }]
}

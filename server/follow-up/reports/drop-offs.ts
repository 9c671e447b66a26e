// Where clients drop off: for each matter with an inactive client, the part after the last one given.

import { fillText } from "../../definition/placeholders.ts"
import { type Text, textIn } from "../../definition/text.ts"
import { type RequestedPart, readRequestedParts } from "../../intake/submissions/missing/progress.ts"
import { readFirmDay, type Tx } from "../../platform/db/sql.ts"

/** Only this many matters are analyzed, because each requires reading all of its answers. */
export const max_stopped = 200

export interface DropOff {
  questionnaire_id: string
  /** Empty if the client only had to submit. */
  section: string
  /** The question, role or document; empty for the entire section. */
  part: string
  matters: number
}

/** The parts at which the clients of these matters stopped, most frequent first. */
export async function countDropOffs(tx: Tx, matter_ids: readonly string[]): Promise<DropOff[]> {
  const matters = await readRequestedParts(tx, matter_ids.slice(0, max_stopped))
  const today = await readFirmDay(tx)
  const stops = matters.map(({ questionnaire_id, parts }) => ({ questionnaire_id, at: nextOf(parts) }))
  const grouped = Map.groupBy(stops, ({ questionnaire_id, at }) =>
    [questionnaire_id, at?.section.id, at?.part?.id].join(" "),
  )
  return [...grouped.values()]
    .flatMap(([first, ...others]) => (first ? { ...wordsOf(first, today), matters: others.length + 1 } : []))
    .sort((a, b) => b.matters - a.matters || a.section.localeCompare(b.section))
}

/** The part after the last one given; undefined after the end. */
function nextOf(parts: readonly RequestedPart[]): RequestedPart | undefined {
  // Names come with the invitation, so an entire section counts only once the client has confirmed it.
  const last = parts.findLastIndex(({ part, given, is_checked }) => is_checked || (part !== null && given))
  return parts[last + 1]
}

function wordsOf(
  { questionnaire_id, at }: { questionnaire_id: string; at: RequestedPart | undefined },
  open_date: string,
) {
  const subject = { name: "", gender_binary: "", open_date, is_deceased: false }
  const words = (text: Text | undefined) => fillText(textIn(text, "en"), subject, "en")
  return { questionnaire_id, section: words(at?.section.title), part: words(at?.part?.label) }
}

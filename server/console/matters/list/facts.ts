// What the list tells of each matter beyond its own row, read for a whole page at once.

import { countOpenCorrections } from "../../../corrections/corrections.ts"
import { findChangedSinceSubmission } from "../../../matters/changed-since-submission.ts"
import type { MatterOverview } from "../../../matters/list.ts"
import { type CheckedSections, readProgress } from "../../../matters/progress.ts"
import { findUnheard } from "../../../notifications/recipients.ts"
import type { PageRequest } from "../../page-request.ts"
import { type EmailedPeople, readEmailedPeople } from "../invitations/client-mails.tsx"
import type { StatusFacts } from "../status/status.tsx"

export interface ListFacts extends Omit<StatusFacts, "state">, EmailedPeople {
  /** No one is notified of anything that happens to it. */
  is_unheard: boolean
  /** Of what is required and shows, how much was given, 0 to 100; null where nothing is required. */
  progress: number | null
  /** While the client fills it in: of the sections that show, how many the client has found right. */
  sections: CheckedSections | null
}

export async function readListFacts(
  reader: Pick<PageRequest, "tx" | "parts">,
  matters: readonly MatterOverview[],
): Promise<Map<string, ListFacts>> {
  const { tx } = reader
  const unsent = matters
    .filter(({ state, submitted_at }) => state !== "created" && !submitted_at)
    .map(({ id }) => id)
  const [flags, progress] = await Promise.all([
    readFlags(
      reader,
      matters.map(({ id }) => id),
    ),
    readProgress(tx, unsent),
  ])
  return new Map(
    matters.map(({ id, state, submitted_at }) => {
      const flagged = flags.get(id) ?? no_flags
      // Nothing can be sent in while something required is missing.
      const { given = null, sections = null } = progress.get(id) ?? {}
      const percent = submitted_at ? 100 : state === "created" ? 0 : given
      return [id, { ...flagged, progress: percent, sections }]
    }),
  )
}

export type Flags = Omit<ListFacts, "progress" | "sections">

export const no_flags: Flags = {
  is_changed: false,
  corrections: { open: 0, answered: 0 },
  invited_by: "none",
  has_failed_mail: false,
  is_unheard: false,
}

async function readFlags(
  reader: Pick<PageRequest, "tx" | "parts">,
  ids: readonly string[],
): Promise<Map<string, Flags>> {
  const [changed, corrections_open, percent, unheard] = await Promise.all([
    findChangedSinceSubmission(reader.tx, ids),
    countOpenCorrections(reader.tx, ids),
    readEmailedPeople(reader, ids),
    findUnheard(reader.tx, ids),
  ])
  return new Map(
    ids.map((id) => {
      const corrections = corrections_open.get(id) ?? no_flags.corrections
      const flags = { is_changed: changed.has(id), corrections, is_unheard: unheard.has(id) }
      return [id, { ...no_flags, ...percent.get(id), ...flags }]
    }),
  )
}

/** The flags of one matter. */
export async function readFlagsOf(
  reader: Pick<PageRequest, "tx" | "parts">,
  matter_id: string,
): Promise<Flags> {
  return (await readFlags(reader, [matter_id])).get(matter_id) ?? no_flags
}

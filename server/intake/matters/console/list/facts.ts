// What the list shows of each matter beyond its own row, queried for a page of matters at once.

import { findUnnotified } from "../../../../follow-up/notifications/recipients.ts"
import { findHeld } from "../../../../operations/deletions/holds.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { countOpenCorrections } from "../../../corrections/corrections.ts"
import { stillOpenInWords } from "../../../submissions/missing/open-item-words.ts"
import { countStillOpen } from "../../../submissions/missing/open-items.ts"
import { type CheckedSections, readProgress } from "../../../submissions/missing/progress.ts"
import { findChangedSinceSubmission } from "../../changes/changed-since-submission.ts"
import type { MatterOverview } from "../../list/list.ts"
import { type InvitationFlags, readInvitationFlags } from "../invitations/client-emails.tsx"
import type { StatusFacts } from "../status/status.tsx"

export interface MatterFlags extends Omit<StatusFacts, "state">, InvitationFlags {
  /** No one is notified of anything that happens to the matter. */
  is_unnotified: boolean
  /** On legal hold. */
  is_held: boolean
  /** What a submitted or completed matter still waits for, in words; undefined for nothing. */
  waiting_for: string | undefined
}

export interface ListFacts extends MatterFlags {
  /** Percentage of the visible required items that are given, 0 to 100; null if nothing is required. */
  progress: number | null
  /** How many of the visible sections the client has checked; null unless the client is filling it in. */
  sections: CheckedSections | null
}

export async function readListFacts(
  reader: Pick<PageRequest, "tx" | "parts">,
  matters: readonly MatterOverview[],
): Promise<Map<string, ListFacts>> {
  const { tx } = reader
  const unsent = matters.filter(({ submitted_at }) => !submitted_at).map(({ id }) => id)
  const [flagsOf, progress] = await Promise.all([
    readFlags(
      reader,
      matters.map(({ id }) => id),
    ),
    readProgress(tx, unsent),
  ])
  return new Map(
    matters.map(({ id, state, submitted_at }) => {
      // A matter cannot be submitted while something required is missing, so a submitted one is at 100%.
      const { percent = submitted_at ? 100 : null, sections = null } = progress.get(id) ?? {}
      return [
        id,
        {
          ...flagsOf(id),
          progress: percent,
          sections: state === "created" ? null : sections,
        },
      ]
    }),
  )
}

/** The flags of these matters, by id. */
export async function readFlags(
  reader: Pick<PageRequest, "tx" | "parts">,
  ids: readonly string[],
): Promise<(id: string) => MatterFlags> {
  const [changed, corrections, invitations, unnotified, held, still_open] = await Promise.all([
    findChangedSinceSubmission(reader.tx, ids),
    countOpenCorrections(reader.tx, ids),
    readInvitationFlags(reader, ids),
    findUnnotified(reader.tx, ids),
    findHeld(reader.tx, ids),
    countStillOpen(reader.tx, ids),
  ])
  const waitingFor = (id: string) => {
    const counts = still_open.get(id)
    return counts && stillOpenInWords(counts)
  }
  return (id) => ({
    ...(invitations.get(id) ?? { invitation_state: "none", has_failed_mail: false }),
    ...{ is_changed: changed.has(id), is_unnotified: unnotified.has(id), is_held: held.has(id) },
    ...{ is_waiting: still_open.has(id), waiting_for: waitingFor(id) },
    corrections: corrections.get(id) ?? { open: 0, answered: 0 },
  })
}

// What the list shows of each matter beyond its own row, queried for a page of matters at once, and what follows from it:
// who has to act, and how.

import type { Firm } from "../../../../firm/firms/firms.ts"
import { allTogether } from "../../../../platform/db/all-together.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { type OpenCorrectionCounts, openCorrectionsAmong } from "../../../corrections/corrections.ts"
import { unnotifiedAmong } from "../../../notifications/recipients.ts"
import { type StillOpenCounts, stillOpenInWords } from "../../../submissions/missing/open-item-words.ts"
import { stillOpenAmong } from "../../../submissions/missing/open-items.ts"
import { type CheckedSections, readProgress } from "../../../submissions/missing/progress.ts"
import { unreadAmong } from "../../../submissions/review/read-marks.ts"
import { unseenAmong } from "../../../submissions/review/unseen-matters.ts"
import { changedAmong } from "../../changes/changed-since-submission.ts"
import { heldAmong } from "../../holds.ts"
import {
  type InvitationFlags,
  type InvitationState,
  readInvitationFlags,
} from "../../invitations/mail-states.ts"
import type { MatterOverview } from "../../list/list.ts"
import type { StatusFacts } from "../status/status.tsx"

export interface MatterFlags extends Omit<StatusFacts, "state">, InvitationFlags {
  /** The client changed something after submitting that no member of staff has acknowledged. */
  is_unseen: boolean
  /** No one has read what the client submitted. */
  is_unread: boolean
  /** No one is notified of anything that happens to the matter. */
  is_unnotified: boolean
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

type Reader = Pick<PageRequest, "tx" | "parts"> & { staff: { firm: Pick<Firm, "settings"> } }

export async function readListFacts(
  reader: Reader,
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
      return [id, { ...flagsOf(id), progress: percent, sections: state === "created" ? null : sections }]
    }),
  )
}

interface Flags extends Record<string, unknown> {
  changed: { id: string }
  unseen: { id: string }
  unread: { id: string }
  unnotified: { id: string }
  held: { id: string }
  still_open: { id: string } & StillOpenCounts
  corrections: { id: string } & OpenCorrectionCounts
}

export async function readFlags(
  reader: Reader,
  ids: readonly string[],
): Promise<(id: string) => MatterFlags> {
  const [flags, invitations] = await Promise.all([
    allTogether<Flags>(reader.tx, {
      changed: changedAmong(ids),
      unseen: unseenAmong(ids),
      unread: unreadAmong(ids),
      unnotified: unnotifiedAmong(ids, reader.staff.firm.settings),
      held: heldAmong(ids),
      still_open: stillOpenAmong(ids),
      corrections: openCorrectionsAmong(ids),
    }),
    readInvitationFlags(reader, ids),
  ])
  const rowsOf = <Row extends { id: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.id, row]))
  const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))
  const [changed, unseen, unread] = [idsOf(flags.changed), idsOf(flags.unseen), idsOf(flags.unread)]
  const [unnotified, held] = [idsOf(flags.unnotified), idsOf(flags.held)]
  const [still_open, corrections] = [rowsOf(flags.still_open), rowsOf(flags.corrections)]
  return (id) => {
    const counts = still_open.get(id)
    const { open = 0, answered = 0 } = corrections.get(id) ?? {}
    return {
      ...(invitations.get(id) ?? { invitation_state: "none", has_failed_mail: false }),
      is_changed: changed.has(id),
      is_unseen: unseen.has(id),
      is_unread: unread.has(id),
      is_unnotified: unnotified.has(id),
      is_held: held.has(id),
      is_waiting: counts !== undefined,
      waiting_for: counts && stillOpenInWords(counts),
      corrections: { open, answered },
    }
  }
}

type Listed = Pick<MatterOverview, "state"> & { facts: ListFacts }

/** The firm's step, with the page below the matter's on which it is done; the client's has none. */
type Step = readonly [text: string, path?: string]

const invitationSteps: Record<InvitationState, Step> = {
  none: ["Send invitation", "/invitations/new"],
  link: ["Share the link", ""],
  unsent: ["Share the link", ""],
  expired: ["Send new link", ""],
  retrying: ["Correct the address", ""],
  failed: ["Correct the address", ""],
  queued: ["Client: start"],
  sent: ["Client: start"],
}

/** What to do first; undefined in a closed matter. */
export function nextStepOf({ state, facts }: Listed): Step | undefined {
  const { corrections, waiting_for } = facts
  if (state === "closed") return undefined
  if (state === "completed") return waiting_for ? [`Client: ${waiting_for}`] : ["Close", ""]
  if (facts.is_unseen) return ["Review changes", "/review#changes"]
  if (corrections.open > 0) return [`Client: ${countText(corrections.open, "correction")}`]
  if (corrections.answered > 0)
    return [`Review ${countText(corrections.answered, "answer")}`, "/conversation?kind=corrections#stream"]
  if (state === "created") return invitationSteps[facts.invitation_state]
  if (facts.is_unread) return ["Review", "/review"]
  if (facts.has_failed_mail) return ["Correct the address", ""]
  if (state === "started") return [facts.progress === 100 ? "Client: submit" : "Client: fill in"]
  return waiting_for ? [`Client: ${waiting_for}`] : ["Complete", ""]
}

export function NextStep(matter: Listed & Pick<MatterOverview, "id">) {
  const [text, path] = nextStepOf(matter) ?? []
  if (path === undefined) return text
  return <a href={`/console/matters/${matter.id}${path}`}>{text}</a>
}

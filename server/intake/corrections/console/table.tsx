import type { ComponentChildren } from "preact"
import type { Tx } from "../../../platform/db/database.ts"
import { Button, PostForm } from "../../../web/ui/components/button.tsx"
import { Tag, type Tone } from "../../../web/ui/components/tag.tsx"
import { readRecordNames } from "../../matters/console/activity/activity.ts"
import { describeChange } from "../../matters/console/activity/describe-change.ts"
import { ChangedValue } from "../../matters/console/frame/changed-value.tsx"
import { type CorrectionRow, type CorrectionState, listCorrections } from "../corrections.ts"
import { listAnsweringChanges } from "../subjects.ts"

/** A field that a client changed in response to a correction, as staff read it, with sensitive values masked. */
interface ChangedField {
  what: string
  before: string | null
  after: string | null
}

export interface CorrectionWithChanges extends CorrectionRow {
  changed_fields: ChangedField[]
}

/** All corrections of a matter, also those not sent yet, or those with these ids, with what clients changed in response. */
export async function readCorrections(
  tx: Tx,
  matter_id: string,
  ids?: readonly string[],
): Promise<CorrectionWithChanges[]> {
  const corrections = await listCorrections(tx, matter_id, ids)
  if (corrections.length === 0) return []
  const touched = await listAnsweringChanges(tx, matter_id, ids)
  if (touched.length === 0) return corrections.map((correction) => ({ ...correction, changed_fields: [] }))
  const names = await readRecordNames(tx, matter_id)
  return corrections.map((correction) => ({
    ...correction,
    changed_fields: touched
      .filter(({ correction_id }) => correction_id === correction.id)
      .map(({ record_id, field, before, after }) => {
        const { what, value } = describeChange({ record_id, field, value: after }, names)
        return {
          what,
          before: describeChange({ record_id, field, value: before }, names).value,
          after: value,
        }
      }),
  }))
}

const stateTags: Record<CorrectionState, { text: string; tone: Tone }> = {
  collected: { text: "Not asked yet", tone: "neutral" },
  open: { text: "Open", tone: "warning" },
  answered: { text: "Answered", tone: "info" },
  resolved: { text: "Resolved", tone: "success" },
  withdrawn: { text: "Withdrawn", tone: "neutral" },
}

export function CorrectionTag({ correction: { state } }: { correction: CorrectionRow }) {
  return <Tag tone={stateTags[state].tone}>{stateTags[state].text}</Tag>
}

/** What the client did; empty if nothing yet. */
export function answerOf({ is_only_looked_at, changed_fields }: CorrectionWithChanges): ComponentChildren {
  if (is_only_looked_at) return "Checked it and changed nothing."
  if (changed_fields.length === 0) return ""
  return changed_fields.map((one, index) => (
    <span class="cell-line" key={`${index}-${one.what}`}>
      <span class="cell-note cell-line">{one.what}</span>
      <ChangedValue before={one.before} after={one.after} />
    </span>
  ))
}

interface OneProps {
  matter_id: string
  correction: CorrectionRow
}

/** The buttons that resolve and withdraw a correction, each with these fields in its form; none once it has ended. */
export function EndButtons({ matter_id, correction, children }: OneProps & { children: ComponentChildren }) {
  const { id, label, state, ended_at } = correction
  if (ended_at) return null
  const end = (path: string, text: string, variant: "secondary" | "quiet") => (
    <PostForm action={`/console/matters/${matter_id}/corrections/${id}/${path}`} data-in-place>
      {children}
      <Button small variant={variant} about={`(${label})`}>
        {text}
      </Button>
    </PostForm>
  )
  return (
    <div class="row">
      {state !== "collected" && end("settlement", "Resolve", "secondary")}
      {state !== "answered" &&
        end("withdrawal", state === "collected" ? "Remove from the list" : "Withdraw", "quiet")}
    </div>
  )
}

/** The name of what it is about, as a link to where staff see it. */
export function SubjectLink({ matter_id, correction }: OneProps) {
  const { kind, record_id, label } = correction
  const place =
    kind === "request"
      ? "documents"
      : kind === "document"
        ? `documents#${record_id}`
        : `review#${recordLineOf(correction)}`
  return <a href={`/console/matters/${matter_id}/${place}`}>{label}</a>
}

/** The id of the record's own line in the review. */
export function recordLineOf({ kind, record_id, about }: CorrectionRow): string {
  return about || kind === "role" ? `${record_id}-${about ?? ""}` : record_id
}

import type { ComponentChildren } from "preact"
import { FactList } from "../../../../web/console/matter/fact-list.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { timeText } from "../../../../web/console/times.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Icon } from "../../../../web/ui/components/icon.tsx"
import { Tag, type Tone } from "../../../../web/ui/components/tag.tsx"
import type { CorrectionState } from "../../../corrections/corrections.ts"
import { type NamedSubject, subjectText } from "../../../corrections/subjects.ts"
import type { Acceptance } from "../../review/acceptance.ts"

/** One line of the review: staff accept it, ask the client about it, or edit it for the client. */
export interface ReviewLine {
  id: string
  title: string
  /** Tells it apart from other lines with the same title. */
  note?: string | undefined
  value: ComponentChildren
  tag?: { text: string; tone: Tone } | undefined
  subject?: NamedSubject | undefined
  /** The section of the questionnaire where the client entered it. */
  section_id?: string | undefined
  /** Undefined for lines that staff can only ask about. */
  acceptance?: Acceptance | undefined
}

/** Shared by all lines of a page. */
export interface LineContext {
  home: string
  req: PageRequest
  may: { accept: boolean; ask: boolean; edit: boolean }
  /** Why no line can be accepted. */
  why_not: string
  /** The state of the latest correction of each subject, by `subjectText`. */
  corrections: ReadonlyMap<string, CorrectionState>
  /** The line whose correction form is open, and the form. */
  openForm: { line_id: string; form: ComponentChildren } | undefined
}

export const acceptForm = "accept-lines"

/** Lines under one heading, with a button that accepts all open ones. */
export function LineCard(props: {
  id?: string
  title: string
  lines: readonly ReviewLine[]
  context: LineContext
  hint?: ComponentChildren
  footer?: ComponentChildren
}) {
  const { id, title, lines, context, hint, footer } = props
  const left = lines.filter(({ acceptance }) => acceptance && !acceptance.accepted)
  if (lines.length === 0 && !footer) return null
  return (
    <Card
      title={title}
      id={id}
      flush
      footer={footer}
      actions={context.may.accept && left.length > 1 && <AcceptButton lines={left} title={title} />}
    >
      {hint && <p class="hint line-hint">{hint}</p>}
      <ul class="lines">
        {lines.map((line) => (
          <Line key={line.id} line={line} context={context} />
        ))}
      </ul>
    </Card>
  )
}

export function Line({ line, context }: { line: ReviewLine; context: LineContext }) {
  const { id, title, note, value, tag, subject, section_id, acceptance } = line
  const { home, may, corrections, openForm, req } = context
  const about = <span class="visually-hidden"> {titleOf(line)}</span>
  const state = subject && corrections.get(subjectText(subject))
  const isFormOpen = openForm?.line_id === id
  return (
    <li
      class={acceptance?.accepted ? "line line-accepted" : "line"}
      id={id}
      tabIndex={-1}
      data-why-not={whyNotAccepted(line, context)}
    >
      <div class="line-what">
        {title}
        {note && <span class="cell-note cell-line">{note}</span>}
      </div>
      <div class="line-value">
        {value}
        {tag && <Tag tone={tag.tone}>{tag.text}</Tag>}
        {state && stateWords[state] && <Tag tone="info">{stateWords[state]}</Tag>}
      </div>
      <div class="line-actions">
        {acceptance?.accepted ? (
          <span class="cell-note line-done">
            <Icon name="check" /> {acceptance.accepted.by || "Accepted"},{" "}
            {timeText(acceptance.accepted.at, req)}
          </span>
        ) : (
          acceptance && may.accept && <AcceptButton lines={[line]} />
        )}
        {subject && may.ask && !isFormOpen && (
          <a href={`${home}/review?ask=${id}#${id}`} data-key="q">
            Ask{about}
          </a>
        )}
        {section_id && may.edit && (
          <a href={`${home}/impersonation?section=${section_id}`} data-key="e">
            Edit{about}
          </a>
        )}
      </div>
      {isFormOpen && <div class="line-form">{openForm.form}</div>}
    </li>
  )
}

/** Why a line has no button to accept it; undefined if it has one. */
function whyNotAccepted({ acceptance }: ReviewLine, { may, why_not }: LineContext): string | undefined {
  if (acceptance?.accepted) return `${acceptance.accepted.by || "A colleague"} accepted this line already.`
  if (!acceptance) return "There is nothing to accept on this line."
  return may.accept ? undefined : why_not
}

const stateWords: Partial<Record<CorrectionState, string>> = {
  collected: "On the list, not asked yet",
  open: "Asked",
  answered: "Correction answered",
}

/**
 * Accepts lines as this page shows them. The value holds the line to return to, then the marks of the values shown, so
 * that a newer value is not accepted unseen.
 */
function AcceptButton({ lines, title }: { lines: readonly ReviewLine[]; title?: string }) {
  const [first] = lines
  const marks = lines.flatMap(({ acceptance }) => acceptance?.mark ?? [])
  return (
    <Button
      small
      variant="secondary"
      icon="check"
      name="accept"
      value={[first?.id, ...marks].join(" ")}
      attributes={{ form: acceptForm, ...(!title && { "data-key": "a" }) }}
    >
      {title ? `Accept all ${lines.length}` : "Accept"}
      <span class="visually-hidden"> {title ? `under ${title}` : titleOf(first)}</span>
    </Button>
  )
}

function titleOf(line: ReviewLine | undefined): string {
  if (!line) return ""
  return line.note ? `${line.title} (${line.note})` : line.title
}

export function RecordFacts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  if (rows.every(([, value]) => !value)) return <span class="cell-note">No other details.</span>
  return <FactList facts={rows} />
}

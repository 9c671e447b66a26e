import type { ComponentChildren } from "preact"
import { answerKey } from "../../../../definition/conditions/conditions.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { timeText } from "../../../../web/console/times.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Icon } from "../../../../web/ui/components/icon.tsx"
import { Tag, type Tone } from "../../../../web/ui/components/tag.tsx"
import type { CorrectionState } from "../../../corrections/corrections.ts"
import { type NamedSubject, subjectText } from "../../../corrections/subjects.ts"
import type { Acceptance } from "../../review/acceptance.ts"
import { CorrectionCell } from "./correction-cell.tsx"

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

export interface ReviewPart {
  id: string
  title: string
  lines: ReviewLine[]
  footer?: ComponentChildren
}

export interface LineContext {
  home: string
  req: PageRequest
  may: { accept: boolean; ask: boolean; edit: boolean }
  /** The questions whose answers are edited in their lines. */
  edited_in_line: ReadonlySet<string>
  /** Why no line can be accepted. */
  why_not: string
  /** The state of the latest correction of each subject, by `subjectText`. */
  corrections: ReadonlyMap<string, CorrectionState>
  /** What a line said before, and what the client was asked about it. */
  earlierOf: (line: ReviewLine) => string
  /** The line whose correction form is open, and the form. */
  openForm: { line_id: string; form: ComponentChildren } | undefined
}

export const acceptForm = "accept-lines"

/** Lines under one heading, with a button that accepts all open ones. */
export function LineCard(props: { part: ReviewPart; context: LineContext; hint?: string }) {
  const { part, context, hint } = props
  const { id, title, lines, footer } = part
  // A finding takes a judgment of its own.
  const left = lines.filter(({ acceptance }) => acceptance && !acceptance.accepted && id !== "findings")
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
  const { id, title, note, value, tag, subject, section_id } = line
  const { may, corrections, openForm } = context
  const about = <span class="visually-hidden"> {titleOf(line)}</span>
  const correction = subject && (
    <CorrectionCell line_id={id} state={corrections.get(subjectText(subject))} home={context.home} />
  )
  const hasValue = Boolean(value || tag)
  return (
    <li class="line" id={id} tabIndex={-1}>
      <div class="line-what">
        {title}
        {note && <span class="cell-note cell-line">{note}</span>}
        {!hasValue && correction}
      </div>
      {hasValue && (
        <div class="line-value">
          {value}
          {tag && <Tag tone={tag.tone}>{tag.text}</Tag>}
          {correction}
        </div>
      )}
      <div class="line-actions">
        <AcceptCell line={line} context={context} />
        {subject && may.ask && (
          <a
            href={`?ask=${id}#${id}`}
            data-key="q"
            data-subject={subjectText(subject)}
            data-earlier={context.earlierOf(line) || undefined}
          >
            Ask{about}
          </a>
        )}
        {section_id && may.edit && (
          <a href={editAddress(line, context)} data-key="e">
            Edit{about}
          </a>
        )}
      </div>
      {openForm?.line_id === id && openForm.form}
    </li>
  )
}

/** A simple answer is edited in its line, all else in the client's pages. */
function editAddress({ subject, section_id }: ReviewLine, { home, edited_in_line }: LineContext): string {
  return subject?.kind === "question" && edited_in_line.has(answerKey(subject.record_id, subject.about))
    ? editUrl(home, subject.record_id, subject.about)
    : `${home}/impersonation?section=${section_id}`
}

/** The address of the form that edits an answer, about one client or asked once. */
export function editUrl(home: string, question_id: string, about: string | null): string {
  return `${home}/questions/${question_id}${about ? `?about=${about}` : ""}`
}

/** The button that accepts a line, or who accepted it: the only part of the line that accepting it changes. */
export function AcceptCell(props: {
  line: Acceptable
  context: Pick<LineContext, "req" | "may" | "why_not">
}) {
  const { line, context } = props
  const { acceptance } = line
  const accepted = acceptance?.accepted
  return (
    <span
      id={`accept-${line.id}`}
      class={accepted ? "line-accept cell-note line-done" : "line-accept"}
      data-why-not={whyNotAccepted(line, context)}
    >
      {accepted ? (
        <>
          <Icon name="check" /> {accepted.by || "Accepted"}, {timeText(accepted.at, context.req)}
        </>
      ) : (
        acceptance && context.may.accept && <AcceptButton lines={[line]} />
      )}
    </span>
  )
}

/** Why a line has no button to accept it; undefined if it has one. */
function whyNotAccepted(
  { acceptance }: Pick<ReviewLine, "acceptance">,
  { may, why_not }: Pick<LineContext, "may" | "why_not">,
): string | undefined {
  if (acceptance?.accepted) return `${acceptance.accepted.by || "A colleague"} accepted this line already.`
  if (!acceptance) return "There is nothing to accept on this line."
  return may.accept ? undefined : why_not
}

/**
 * Accepts lines as this page shows them. The value holds the line to return to, then what names the values shown, so that
 * a newer value is not accepted unseen.
 */
function AcceptButton({ lines, title }: { lines: readonly Acceptable[]; title?: string }) {
  const [first] = lines
  const names = lines.flatMap(({ acceptance }) => acceptance?.name ?? [])
  return (
    <Button
      small
      variant="secondary"
      icon={title ? "check" : undefined}
      name="accept"
      value={[first?.id, ...names].join(" ")}
      attributes={{ form: acceptForm, ...(title ? { "data-accept-all": true } : { "data-key": "a" }) }}
    >
      {title ? (
        <>
          Accept all <span data-count>{lines.length}</span>
        </>
      ) : (
        "Accept"
      )}
      <span class="visually-hidden"> {title ? `under ${title}` : titleOf(first)}</span>
    </Button>
  )
}

type Acceptable = Pick<ReviewLine, "id" | "title" | "note" | "acceptance">

function titleOf(line: Pick<ReviewLine, "title" | "note"> | undefined): string {
  if (!line) return ""
  return line.note ? `${line.title} (${line.note})` : line.title
}

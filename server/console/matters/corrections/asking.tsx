// The ways to ask for a correction: from the overview, beside each thing, and the page where all of them lead.
import { collectCorrection } from "../../../corrections/requesting.ts"
import {
  listSubjects,
  type Subject,
  type SubjectKind,
  subjectKinds,
  subjectOf,
  subjectText,
} from "../../../corrections/subjects.ts"
import { Card } from "../../../ui/components/card.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { IfPermitted } from "../../../ui/components/permitted.tsx"
import { SelectField } from "../../../ui/components/select-field.tsx"
import { TextArea } from "../../../ui/components/text-area.tsx"
import { isAtLeast } from "../../../users/staff-roles.ts"
import { faultAt, fieldOf, type PageRequest, type RefusedForm, textOf, typedOr } from "../../page-request.ts"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import type { Redirect, View } from "../../view.tsx"
import { type FramedMatter, matterCrumbs } from "../frame.tsx"
import { requireMatter } from "../require-matter.ts"
import { type CorrectionInWords, CorrectionTable } from "./table.tsx"

const groups: Record<SubjectKind, string> = {
  question: "Questions",
  contact: "People",
  role: "Roles",
  asset: "Assets",
  request: "Documents asked for",
  document: "Files",
}

/** What is to be looked at again, and the firm's words about it. */
export async function newCorrectionPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const home = `/console/matters/${matter.id}`
  const page = {
    title: "Ask for a correction",
    tab_title: `Ask for a correction: ${matter.name}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Corrections", href: `${home}/corrections` }],
    refused,
  }
  if (matter.close_date !== null) {
    return {
      ...page,
      body: (
        <EmptyState
          title="This matter is closed"
          icon="lock"
          action={<LinkButton href={`${home}/reopening`}>Reopen the matter</LinkButton>}
        >
          The client cannot change anything. Reopen it first.
        </EmptyState>
      ),
    }
  }
  const subjects = await listSubjects(req.tx, matter.id)
  return {
    ...page,
    body: (
      <Card>
        <CancelableForm cancel={home} submit="Add to the list">
          <SelectField
            id="subject"
            label="What should the client look at again?"
            placeholder="Choose one"
            value={typedOr(refused, "subject")}
            error={faultAt(refused, "subject")}
            options={subjectKinds
              .map((kind) => ({ group: groups[kind], options: optionsOf(subjects, kind) }))
              .filter(({ options }) => options.length > 0)}
          />
          <TextArea
            {...fieldOf(refused, "words")}
            label="Your words to the client"
            hint="Shown in the portal, right where the answer is. At most 1,000 characters. The email does not include it."
            rows={4}
          />
          <p class="hint">
            Nothing is sent yet: on the next page you ask, about this and whatever else you add.
          </p>
        </CancelableForm>
      </Card>
    ),
  }
}

function optionsOf(subjects: readonly Subject[], kind: SubjectKind) {
  return subjects
    .filter((subject) => subject.kind === kind)
    .map((subject) => ({ value: subjectText(subject), label: subject.label }))
}

export async function addCorrection(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await collectCorrection(req.tx, id, {
    ...subjectOf(textOf(req.form, "subject")),
    words: textOf(req.form, "words").replaceAll("\r\n", "\n"),
  })
  return { to: `/console/matters/${id}/corrections`, flash: { done: "correction_collected" } }
}

export type FixUrl = (subject: Pick<Subject, "kind" | "record_id"> & { about?: string | null }) => string

/** Gives pages the address at which the client is asked about something on them; undefined where nobody can be asked. */
export function fixUrlOf({ id, state }: Pick<FramedMatter, "id" | "state">): FixUrl | undefined {
  if (state === "closed" || state === "created") return undefined
  return ({ kind, record_id, about = null }) => {
    // The id of its line in the review.
    const line = kind === "role" || about ? `${record_id}-${about ?? ""}` : record_id
    return `/console/matters/${id}/review?ask=${line}#${line}`
  }
}

/**
 * Beside something of the client's; `of` says what, for those who hear links out of context. The short one is for
 * columns.
 */
export function FixLink(props: { href: string | undefined; of: string; isShort?: boolean }) {
  const { href, of, isShort = false } = props
  if (!href) return null
  return (
    <IfPermitted href={href}>
      <a class="cell-line ask-link" href={href}>
        {isShort ? "Ask again" : "Ask for a correction"}
        <span class="visually-hidden">
          {isShort && " for a correction"} of {of}
        </span>
      </a>
    </IfPermitted>
  )
}

/** What the client was asked to look at again and is not over, and the way to ask. */
export function CorrectionsCard(props: {
  matter: FramedMatter
  corrections: readonly CorrectionInWords[]
  req: PageRequest
}) {
  const { matter, corrections, req } = props
  const page = `/console/matters/${matter.id}/corrections`
  const mayRequest = matter.state !== "closed" && matter.state !== "created"
  const current = corrections.filter(
    ({ ended_at, requested_at }) => ended_at === null && requested_at !== null,
  )
  const collected = corrections.filter(({ state }) => state === "collected").length
  const over = corrections.filter(({ ended_at }) => ended_at !== null).length
  if (!mayRequest && corrections.length === 0) return null
  return (
    <Card
      title={titleOf(current)}
      id="corrections"
      flush={current.length > 0}
      actions={
        mayRequest && (
          <LinkButton href={`${page}/new`} small look="secondary" icon="plus">
            Ask for a correction
          </LinkButton>
        )
      }
      footer={
        (collected > 0 || over > 0) && (
          <p>
            {collected > 0 && <>{collected} not asked yet. </>}
            {over > 0 && <>{over} resolved or withdrawn. </>}
            <a href={page}>
              {collected > 0 && isAtLeast(req.staff.role, "member") ? "Ask the client" : "See all"}
            </a>
          </p>
        )
      }
    >
      {current.length > 0 ? (
        <CorrectionTable
          matter_id={matter.id}
          corrections={current}
          req={req}
          caption="What the client was asked to look at again"
        />
      ) : (
        <p class="hint">
          None yet. Ask the client to look at an answer, a person, a role, an asset or a document again.
          Several can go into one email.
        </p>
      )}
    </Card>
  )
}

function titleOf(current: readonly CorrectionInWords[]): string {
  const open = current.filter(({ state }) => state === "open").length
  const answered = current.length - open
  const counts = [open > 0 && `${open} open`, answered > 0 && `${answered} answered`].filter(Boolean)
  return counts.length > 0 ? `Corrections: ${counts.join(", ")}` : "Corrections"
}

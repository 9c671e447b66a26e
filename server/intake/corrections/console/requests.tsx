// Asking for a correction: the link next to a record, the card on a matter's pages, and the form.

import { isAtLeast } from "../../../firm/users/staff-roles.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { text } from "../../../web/console/forms/text-fields.tsx"
import { type MatterDetails, matterCrumbs, matterForm } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { collectCorrection, max_words_characters, unknownSubject } from "../requests.ts"
import {
  listSubjects,
  type Subject,
  type SubjectKind,
  subjectKinds,
  subjectOf,
  subjectText,
} from "../subjects.ts"
import { CorrectionTable, type CorrectionWithChanges } from "./table.tsx"

/** The corrections that are neither resolved nor withdrawn, and the button to request another. */
export function CorrectionsCard(props: {
  matter: MatterDetails
  corrections: readonly CorrectionWithChanges[]
  req: PageRequest
}) {
  const { matter, corrections, req } = props
  const page = `/console/matters/${matter.id}/corrections`
  const mayRequest = matter.state !== "closed" && matter.state !== "created"
  const current = corrections.filter(
    ({ ended_at, requested_at }) => ended_at === null && requested_at !== null,
  )
  const collected = corrections.filter(({ state }) => state === "collected").length
  const ended = corrections.filter(({ ended_at }) => ended_at !== null).length
  if (!mayRequest && corrections.length === 0) return null
  return (
    <Card
      title={titleOf(current)}
      id="corrections"
      flush={current.length > 0}
      actions={
        mayRequest && (
          <LinkButton href={`${page}/new`} small variant="secondary" icon="plus">
            Ask for a correction
          </LinkButton>
        )
      }
      footer={
        (collected > 0 || ended > 0) && (
          <p>
            {collected > 0 && <>{collected} not asked yet. </>}
            {ended > 0 && <>{ended} resolved or withdrawn. </>}
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
          caption="What the client was asked to check again"
        />
      ) : (
        <p class="hint">
          None yet. You can ask the client to check an answer, a person, a role, an asset or a document again.
          One email can cover several.
        </p>
      )}
    </Card>
  )
}

function titleOf(current: readonly CorrectionWithChanges[]): string {
  const open = current.filter(({ state }) => state === "open").length
  const answered = current.length - open
  const counts = [open > 0 && `${open} open`, answered > 0 && `${answered} answered`].filter(Boolean)
  return counts.length > 0 ? `Corrections: ${counts.join(", ")}` : "Corrections"
}

const groups: Record<SubjectKind, string> = {
  question: "Questions",
  contact: "People",
  role: "Roles",
  asset: "Assets",
  request: "Requested documents",
  document: "Files",
}

/** Chooses what the client should check again, with the firm's words about it. */
export const newCorrectionForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const home = `/console/matters/${matter.id}`
    const subjects = await listSubjects(req.tx, matter.id)
    return {
      ...matterForm(matter, "Ask for a correction"),
      breadcrumbs: [...matterCrumbs(matter), { text: "Corrections", href: `${home}/corrections` }],
      obstacle:
        matter.close_date === null
          ? undefined
          : {
              title: "This matter is closed",
              text: "The client cannot change anything. Reopen the matter first.",
              icon: "lock",
              link: "Reopen the matter",
              href: `${home}/reopening`,
            },
      text: [
        "Nothing is sent yet. On the next page you can add more and then ask the client about everything at once.",
      ],
      fields: {
        subject: list({
          label: "What should the client check again?",
          missing: unknownSubject.message,
          placeholder: "Choose one",
          options: subjectKinds
            .map((kind) => ({ group: groups[kind], options: optionsOf(subjects, kind) }))
            .filter(({ options }) => options.length > 0),
        }),
        words: text({
          label: "Your words to the client",
          hint: "Shown in the portal, next to the answer. At most 1,000 characters. The email does not include them.",
          rows: 4,
          max: max_words_characters,
        }),
      },
      record: matter.id,
      submit: "Add to the list",
    }
  },
  save: async ({ tx }, { subject, words }, id) => {
    await collectCorrection(tx, id, { ...subjectOf(subject), words })
    return { done: "correction_collected", to: `/console/matters/${id}/corrections` }
  },
})

function optionsOf(subjects: readonly Subject[], kind: SubjectKind) {
  return subjects
    .filter((subject) => subject.kind === kind)
    .map((subject) => ({ value: subjectText(subject), label: subject.label }))
}

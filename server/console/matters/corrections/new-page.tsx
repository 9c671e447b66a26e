import { collectCorrection } from "../../../corrections/requests.ts"
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
import { SelectField } from "../../../ui/components/select-field.tsx"
import { TextArea } from "../../../ui/components/text-area.tsx"
import { faultAt, fieldOf, type PageRequest, type RefusedForm, textOf, typedOr } from "../../page-request.ts"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import type { Redirect, View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"
import { requireMatter } from "../require-matter.ts"

const groups: Record<SubjectKind, string> = {
  question: "Questions",
  contact: "People",
  role: "Roles",
  asset: "Assets",
  request: "Requested documents",
  document: "Files",
}

/** The form that chooses what the client should check again and writes the firm's words about it. */
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
          The client cannot change anything. Reopen the matter first.
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
            label="What should the client check again?"
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
            hint="Shown in the portal, next to the answer. At most 1,000 characters. The email does not include them."
            rows={4}
          />
          <p class="hint">
            Nothing is sent yet. On the next page you can add more and then ask the client about everything at
            once.
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

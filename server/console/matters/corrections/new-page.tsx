import { collectCorrection } from "../../../corrections/corrections.ts"
import { listSubjects, type Subject, type SubjectKind, subjectKinds } from "../../../corrections/subjects.ts"
import { Card } from "../../../ui/components/card.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { SelectField } from "../../../ui/components/select-field.tsx"
import { TextArea } from "../../../ui/components/text-area.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf, typedOr } from "../../page-request.ts"
import { SubmitOrCancel } from "../../submit-or-cancel.tsx"
import type { Redirect, View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"
import { reachMatter } from "../reach.ts"
import { subjectText } from "./subject-links.ts"

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
  const matter = await reachMatter(req)
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
          The client cannot change anything. Take the matter out again first.
        </EmptyState>
      ),
    }
  }
  const subjects = await listSubjects(req.tx, matter.id)
  return {
    ...page,
    body: (
      <Card>
        <form method="post">
          <SelectField
            id="subject"
            label="What should the client look at again?"
            placeholder="Choose one"
            value={typedOr(refused, "subject", req.query.subject)}
            error={faultAt(refused, "subject")}
            options={subjectKinds
              .map((kind) => ({ group: groups[kind], options: optionsOf(subjects, kind) }))
              .filter(({ options }) => options.length > 0)}
          />
          <TextArea
            id="words"
            label="Your words to the client"
            hint="Shown in the portal, at the very place. At most 1,000 characters. The mail does not hold them."
            rows={4}
            value={typedOr(refused, "words")}
            error={faultAt(refused, "words")}
          />
          <p class="hint">
            Nothing is sent yet: on the next page you ask, about this and whatever else you add.
          </p>
          <SubmitOrCancel cancel={home}>Add to the list</SubmitOrCancel>
        </form>
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
  const { id } = await reachMatter(req)
  const [kind = "", record_id = "", about = null] = textOf(req.form, "subject").split(":")
  await collectCorrection(req.tx, id, {
    kind: kind as SubjectKind,
    record_id,
    about,
    words: textOf(req.form, "words").replaceAll("\r\n", "\n"),
  })
  return { to: `/console/matters/${id}/corrections`, flash: { done: "correction_collected" } }
}

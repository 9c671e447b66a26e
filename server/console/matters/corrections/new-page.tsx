import { collectCorrection } from "../../../corrections/corrections.ts"
import { listSubjects, type Subject, type SubjectKind, subjectKinds } from "../../../corrections/subjects.ts"
import { Card } from "../../../ui/components/card.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { SelectField } from "../../../ui/components/select-field.tsx"
import { TextArea } from "../../../ui/components/text-area.tsx"
import { SubmitOrCancel } from "../../submit-or-cancel.tsx"
import type { Redirect, View } from "../../view.tsx"
import { faultAt, type Tried, textOf, typedOr, type Visit } from "../../visit.ts"
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
export async function newCorrectionPage(visit: Visit, tried?: Tried): Promise<View> {
  const matter = await reachMatter(visit)
  const home = `/console/matters/${matter.id}`
  const page = {
    title: "Ask for a correction",
    tab_title: `Ask for a correction: ${matter.name}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Corrections", href: `${home}/corrections` }],
    tried,
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
  const subjects = await listSubjects(visit.tx, matter.id)
  return {
    ...page,
    body: (
      <Card>
        <form method="post">
          <SelectField
            id="subject"
            label="What should the client look at again?"
            placeholder="Choose one"
            value={typedOr(tried, "subject", visit.query.subject)}
            error={faultAt(tried, "subject")}
            options={subjectKinds
              .map((kind) => ({ group: groups[kind], options: optionsOf(subjects, kind) }))
              .filter(({ options }) => options.length > 0)}
          />
          <TextArea
            id="words"
            label="Your words to the client"
            hint="Shown in the portal, at the very place. At most 1,000 characters. The mail does not hold them."
            rows={4}
            value={typedOr(tried, "words")}
            error={faultAt(tried, "words")}
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

export async function addCorrection(visit: Visit): Promise<Redirect> {
  const { id } = await reachMatter(visit)
  const [kind = "", record_id = "", about = null] = textOf(visit.form, "subject").split(":")
  await collectCorrection(visit.tx, id, {
    kind: kind as SubjectKind,
    record_id,
    about,
    words: textOf(visit.form, "words").replaceAll("\r\n", "\n"),
  })
  return { to: `/console/matters/${id}/corrections`, flash: { done: "correction_collected" } }
}

import type { Definition } from "../../../../definition/definition.ts"
import { isBlank, textIn } from "../../../../definition/text.ts"
import { badField, notFound } from "../../../../platform/errors.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { hidden } from "../../../../web/console/forms/unseen-fields.tsx"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Actions, Button, HiddenFields } from "../../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../../web/ui/components/card.tsx"
import { CheckboxGroup } from "../../../../web/ui/components/choice.tsx"
import { List } from "../../../../web/ui/components/list.tsx"
import { Tag, type Tone } from "../../../../web/ui/components/tag.tsx"
import { resealAnswers } from "../../../answers/answers.ts"
import { listOutdated, type OutdatedVersion } from "../../../matters/changes/older-versions.ts"
import { cappedCountText } from "../../../matters/list/queue-words.ts"
import { moveToVersion } from "../../../matters/progress/definition.ts"
import { withdrawUnrequested } from "../../../submissions/missing/withdrawn-items.ts"
import { type Difference, differencesBetween } from "../../editing/differences.ts"
import { countWithoutSpanish } from "../../editing/translations.ts"
import { getQuestionnaireRow, type QuestionnaireRow } from "../../questionnaires.ts"
import { getVersion, max_counted, publishVersion } from "../../versions.ts"
import {
  crumbsOf,
  crumbsTo,
  type Draft,
  draftUrl,
  editorUrl,
  homeUrl,
  openDraft,
  openDraftToChange,
} from "../builder/draft.ts"
import { FindingsCard, findingsOf } from "../builder/findings.tsx"
import { listWarnings } from "./move-warnings.ts"

/** Per version. The page moves only matters that it shows. */
const max_shown = 200

export async function outdatedPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, param } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  if (row.current_version === null) throw notFound()
  const [outdated, current] = await Promise.all([
    listOutdated(tx, row, max_shown),
    getVersion(tx, row.id, row.current_version),
  ])
  return {
    title: "Matters on older versions",
    breadcrumbs: crumbsTo(row),
    lede: `Version ${row.current_version} is current. Moving a matter forward keeps every answer, but hides answers to questions that are no longer asked.`,
    refused,
    body:
      outdated.length === 0 ? (
        <EmptyState title="Every open matter is on the current version" icon="check" />
      ) : (
        await Promise.all(outdated.map((version) => versionCard(req, row, version, current)))
      ),
  }
}

async function versionCard(
  req: PageRequest,
  row: QuestionnaireRow,
  { version, count, matters }: OutdatedVersion,
  current: Definition,
) {
  const before = await getVersion(req.tx, row.id, version)
  const warnings = await listWarnings(req.tx, matters, before, current)
  const isAll = matters.length === count
  return (
    <Card key={version} title={`On version ${version}`}>
      <p>Changes for these matters:</p>
      <DifferencesList differences={differencesBetween(before, current)} />
      <form method="post">
        <HiddenFields
          values={{
            ...{ version: String(version), to: String(row.current_version ?? 0) },
            listed: matters.map(({ id }) => id),
          }}
        />
        <CheckboxGroup
          id={`matters-${version}`}
          name="matter_id"
          label="Matters"
          hint={isAll ? undefined : `The first ${matters.length} of ${cappedCountText(count, max_counted)}.`}
          options={matters.map(({ id, name }) => ({
            value: id,
            label: name,
            hint: warnings.get(id)?.join(" "),
          }))}
        />
        <Actions>
          <Button name="which" value="ticked">
            Move the selected matters forward
          </Button>
          <Button name="which" value="all" variant="secondary">
            {isAll ? `Move all ${count} forward` : `Move these ${matters.length} forward`}
          </Button>
        </Actions>
      </form>
    </Card>
  )
}

/** Moves matters to the current version; throws "bad request" if it is not the one the page showed. */
export async function moveForward(req: PageRequest): Promise<PageResponse> {
  const { tx, param, form, parts } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const version = Number(trimmedTextOf(form, "version"))
  if (Number(trimmedTextOf(form, "to")) !== row.current_version) {
    throw badField(
      "main",
      "version_changed",
      "Someone published another version since you opened this page. Check what would change now.",
    )
  }
  const outdated = await listOutdated(tx, row, max_shown)
  const matters = outdated.find((each) => each.version === version)?.matters ?? []
  const wanted = (trimmedTextOf(form, "which") === "all" ? form.listed : form.matter_id) ?? []
  const moving = matters.filter(({ id }) => wanted.includes(id))
  if (moving.length === 0) {
    throw badField(`matters-${version}`, "nothing_ticked", "Select the matters to move forward.")
  }
  for (const { id } of moving) {
    await moveToVersion(tx, id, row.current_version)
    await resealAnswers(tx, parts.ring, id)
    await withdrawUnrequested(tx, id)
  }
  return { to: `${homeUrl(row.id)}/outdated`, flash: { done: "matters_moved" } }
}

/** Shows what publishing would change, and what prevents it; publishes the draft as the author saw it. */
export const publication = form({
  open: async (req) => {
    const draft = await openDraft(req)
    const { row, definition } = draft
    const { current_version } = row
    const differences = await differencesOf(req, draft)
    const missing = countWithoutSpanish(definition)
    return {
      title: `Publish version ${(current_version ?? 0) + 1} of ${row.title}?`,
      breadcrumbs: crumbsOf(draft),
      above: (
        <>
          <FindingsCard draft={draft} />
          {differences?.length !== 0 && (
            <Card
              title={current_version === null ? "First version" : `Changes since version ${current_version}`}
            >
              {differences ? (
                <DifferencesList differences={differences} />
              ) : (
                <p>{`It has ${definition.sections.length} sections. You can create matters from it after you publish it.`}</p>
              )}
            </Card>
          )}
        </>
      ),
      obstacle: obstacleIn(draft, differences),
      text: [
        missing > 0 && (
          <>
            {missing === 1 ? "One text has" : `${missing} texts have`} no Spanish. Clients who read Spanish
            will see {missing === 1 ? "it" : "them"} in English.{" "}
            <a href={editorUrl(row.id, "", { spanish: true, persona: "" })}>Show Spanish</a>
          </>
        ),
        "New matters will use this version. Existing matters stay on their current version; you can move them later.",
      ],
      fields: { revision: hidden(String(row.draft_revision)) },
      submit: "Publish",
      cancel: draftUrl(row.id),
    }
  },
  save: async (req) => {
    const { row, definition } = await openDraftToChange(req)
    await publishVersion(req.tx, row.id, definition)
    return { done: "version_published", to: homeUrl(row.id) }
  },
})

/** Why it cannot be published: the linter finds errors, or nothing has changed. */
function obstacleIn(draft: Draft, differences: readonly Difference[] | undefined) {
  const link = "Back to the draft"
  if (findingsOf(draft).some(({ severity }) => severity === "error"))
    return { title: "Fix the problems above, then publish", icon: "edit" as const, link }
  if (differences?.length !== 0) return undefined
  const text = `The draft is identical to version ${draft.row.current_version}, the published version.`
  return { title: "Nothing to publish", text, link }
}

/** The differences from the current version; undefined if there is none. */
async function differencesOf(
  { tx }: PageRequest,
  { row, definition }: Draft,
): Promise<Difference[] | undefined> {
  if (row.current_version === null) return undefined
  return differencesBetween(await getVersion(tx, row.id, row.current_version), definition)
}

const tags: Record<Difference["change"], { word: string; tone: Tone }> = {
  added: { word: "New", tone: "success" },
  changed: { word: "Changed", tone: "info" },
  moved: { word: "Moved", tone: "neutral" },
  removed: { word: "Removed", tone: "warning" },
}

export function DifferencesList({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p>There are no differences.</p>
  return (
    <List
      items={differences.map(({ change, noun, words, settings }) => (
        <>
          <Tag tone={tags[change].tone}>{tags[change].word}</Tag>{" "}
          {isBlank(words) ? `untitled ${noun}` : `${noun} “${textIn(words, "en")}”`}
          {settings.length > 0 && `: ${settings.join(", ")}`}
        </>
      ))}
    />
  )
}

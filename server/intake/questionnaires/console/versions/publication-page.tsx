import { form } from "../../../../web/console/forms/form.ts"
import { hidden } from "../../../../web/console/forms/unseen-fields.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { type Difference, differencesBetween } from "../../editing/differences.ts"
import { countWithoutSpanish } from "../../editing/translations.ts"
import { getVersion, publishVersion } from "../../versions.ts"
import {
  crumbsOf,
  type Draft,
  draftUrl,
  editorUrl,
  homeUrl,
  openDraft,
  openDraftToChange,
} from "../builder/draft.ts"
import { FindingsCard, findingsOf } from "../builder/findings.tsx"
import { DifferencesList } from "./differences-list.tsx"

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

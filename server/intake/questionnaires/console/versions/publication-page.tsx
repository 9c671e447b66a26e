import { listComments, removeStrayComments } from "../../../../follow-up/notes/draft-comments.ts"
import { Failure } from "../../../../platform/errors.ts"
import { FormActions } from "../../../../web/console/forms/form-page.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { LinkButton } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { type Difference, differencesBetween } from "../../editing/differences.ts"
import { countWithoutSpanish } from "../../editing/translations.ts"
import { getVersion, publishVersion } from "../../versions.ts"
import {
  commentsUrl,
  crumbsOf,
  type Draft,
  draftUrl,
  editorUrl,
  homeUrl,
  openDraft,
  openDraftToChange,
} from "../builder/draft.ts"
import { FindingsCard, findingsOf } from "../builder/findings.tsx"
import { findSelected } from "../builder/selected.ts"
import { Revision } from "../part-forms/fields.tsx"
import { DifferencesList } from "./differences-list.tsx"

/** Shows what publishing would change, and what prevents it. */
export async function publicationPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const { row } = draft
  const differences = await differencesOf(req, draft)
  const isSame = differences?.length === 0
  const missing = countWithoutSpanish(draft.definition)
  return {
    title: isSame
      ? "Nothing to publish"
      : `Publish version ${(row.current_version ?? 0) + 1} of ${row.title}?`,
    breadcrumbs: crumbsOf(draft),
    refused,
    body: (
      <>
        <FindingsCard draft={draft} />
        {await openComments(req, draft)}
        {isSame ? (
          <p>{`The draft is identical to version ${row.current_version}, the published version.`}</p>
        ) : (
          <Card
            title={
              row.current_version === null ? "First version" : `Changes since version ${row.current_version}`
            }
          >
            {differences ? (
              <DifferencesList differences={differences} />
            ) : (
              <p>{`It has ${draft.definition.sections.length} sections. You can create matters from it after you publish it.`}</p>
            )}
          </Card>
        )}
        {isSame || hasErrors(draft) ? (
          <LinkButton href={draftUrl(row.id)} variant="secondary">
            Back to the draft
          </LinkButton>
        ) : (
          <form method="post" class="stack">
            <Revision draft={draft} />
            {missing > 0 && (
              <p>
                {missing === 1 ? "One text has" : `${missing} texts have`} no Spanish. Clients who read
                Spanish will see {missing === 1 ? "it" : "them"} in English.{" "}
                <a href={editorUrl(row.id, "", { spanish: true, persona: "" })}>Show Spanish</a>
              </p>
            )}
            <p>
              New matters will use this version. Existing matters stay on their current version; you can move
              them later.
            </p>
            <FormActions submit="Publish" cancel={draftUrl(row.id)} />
          </form>
        )}
      </>
    ),
  }
}

/** The parts with open comments. They do not prevent publication: they may be meant for a later version. */
async function openComments({ tx }: PageRequest, draft: Draft) {
  const open = (await listComments(tx, draft.row.id)).filter(({ resolved_at }) => resolved_at === null)
  const keys = new Set(open.map(({ part_id }) => part_id))
  const parts = [...keys].map((key) => findSelected(draft, key)).filter((part) => part !== undefined)
  if (parts.length === 0) return null
  return (
    <Banner tone="info" title="Comments are still open">
      <ul>
        {parts.map(({ key, words }) => (
          <li key={key}>
            <a href={commentsUrl(draft.row.id, key)}>{words}</a>
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Publishes the draft as the author saw it; throws "unprocessable" if the linter finds errors or nothing changed. */
export async function publish(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraftToChange(req)
  if (hasErrors(draft)) {
    throw new Failure("unprocessable", "draft_faulty", "Fix the problems listed below, then publish.")
  }
  if ((await differencesOf(req, draft))?.length === 0) {
    throw new Failure("unprocessable", "draft_unchanged", "There is nothing to publish.")
  }
  await publishVersion(req.tx, draft.row.id, draft.definition)
  await removeStrayComments(req.tx, draft.row.id, draft.definition)
  return { to: homeUrl(draft.row.id), flash: { done: "version_published" } }
}

function hasErrors(draft: Draft): boolean {
  return findingsOf(draft).some(({ severity }) => severity === "error")
}

/** The differences from the current version; undefined if there is none. */
async function differencesOf(
  { tx }: PageRequest,
  { row, definition }: Draft,
): Promise<Difference[] | undefined> {
  if (row.current_version === null) return undefined
  return differencesBetween(await getVersion(tx, row.id, row.current_version), definition)
}

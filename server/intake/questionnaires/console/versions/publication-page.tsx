import { listComments, removeStrayComments } from "../../../../follow-up/notes/draft-comments.ts"
import { Failure } from "../../../../platform/errors.ts"
import { form } from "../../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
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
  requireSeen,
  revisionField,
} from "../builder/draft.ts"
import { FindingsCard, findingsOf } from "../builder/findings.tsx"
import { findSelected } from "../builder/selected.ts"
import { DifferencesList } from "./differences-list.tsx"

/** Shows what publishing would change and what prevents it, and publishes the draft as the author saw it. */
export const publication = form({
  open: async (req) => {
    const draft = await openDraft(req)
    const { row, definition } = draft
    const differences = await differencesOf(req, draft)
    const isSame = differences?.length === 0
    const isPossible = !isSame && !hasErrors(draft)
    const missing = countWithoutSpanish(definition)
    return {
      title: isSame
        ? "Nothing to publish"
        : `Publish version ${(row.current_version ?? 0) + 1} of ${row.title}?`,
      breadcrumbs: crumbsOf(draft),
      above: (
        <>
          <FindingsCard draft={draft} />
          <OpenComments draft={draft} parts={await listCommented(req, draft)} />
          {isSame ? (
            <p>{`The draft is identical to version ${row.current_version}, the published version.`}</p>
          ) : (
            <Card
              title={
                row.current_version === null
                  ? "First version"
                  : `Changes since version ${row.current_version}`
              }
            >
              {differences ? (
                <DifferencesList differences={differences} />
              ) : (
                <p>{`It has ${definition.sections.length} sections. You can create matters from it after you publish it.`}</p>
              )}
            </Card>
          )}
          {!isPossible && (
            <LinkButton href={draftUrl(row.id)} variant="secondary">
              Back to the draft
            </LinkButton>
          )}
        </>
      ),
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
      fields: revisionField(draft),
      record: { draft, isSame },
      submit: isPossible ? "Publish" : undefined,
      cancel: draftUrl(row.id),
    }
  },
  save: async (req, _, { draft, isSame }) => {
    const { row, definition } = requireSeen(req, draft)
    if (hasErrors(draft))
      throw new Failure("unprocessable", "draft_faulty", "Fix the problems listed below, then publish.")
    if (isSame) throw new Failure("unprocessable", "draft_unchanged", "There is nothing to publish.")
    await publishVersion(req.tx, row.id, definition)
    await removeStrayComments(req.tx, row.id, definition)
    return { done: "version_published", to: homeUrl(row.id) }
  },
})

/** The parts with open comments, in the order of their first comment. */
async function listCommented({ tx }: PageRequest, draft: Draft) {
  const open = (await listComments(tx, draft.row.id)).filter(({ resolved_at }) => resolved_at === null)
  const keys = new Set(open.map(({ part_id }) => part_id))
  return [...keys].map((key) => findSelected(draft, key)).filter((part) => part !== undefined)
}

/** Open comments do not prevent publication, because they may be meant for a later version. */
function OpenComments({ draft, parts }: { draft: Draft; parts: Awaited<ReturnType<typeof listCommented>> }) {
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

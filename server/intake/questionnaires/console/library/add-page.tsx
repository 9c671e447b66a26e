import { textIn } from "../../../../definition/text.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { badRequest } from "../../../../platform/errors.ts"
import { list } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { pageAt } from "../../../../web/console/list-pages.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { readBankArea } from "../../bank.ts"
import { saveStep } from "../../editing/draft-steps.ts"
import { newSection, withSection } from "../../editing/editing.ts"
import { type LibraryArea, listLibrary, searchLibrary, withLibraryQuestions } from "../../library.ts"
import {
  crumbsOf,
  type Draft,
  draftUrl,
  editorUrl,
  openDraft,
  openDraftToChange,
  seenRevision,
} from "../builder/draft.ts"
import { DraftForm } from "../part-forms/fields.tsx"
import { AreaCard, max_on_a_page, pageOf, SelectedElsewhere, TurnPages } from "./choices.tsx"
import { bankUrl } from "./list-page.tsx"

/** Adds questions from the library to the draft. Searching and paging submit the same form, to keep the selection. */
export async function libraryPage(req: PageRequest, typed?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const { section = "" } = req.query
  const library = await readLibrary(req)
  const { search, area, page } = searchOf(req, typed)
  const found = searchLibrary(search, area, library)
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)
  const pages = Math.max(1, Math.ceil(count / max_on_a_page))
  const current = Math.min(page, pages)
  const shown = pageOf(found, (current - 1) * max_on_a_page)
  return {
    title: "Add from library",
    breadcrumbs: crumbsOf(draft),
    heading: {
      lede: "Your firm’s own questions, and questions that come with Foyer, in English and Spanish. You can change them in the draft.",
      actions: (
        <LinkButton href={bankUrl} variant="secondary">
          Our library
        </LinkButton>
      ),
    },
    refused: typed,
    body: (
      <DraftForm draft={draft} cancel={editorUrl(draft.row.id, section)} submit="Add to the draft">
        <search class="filter-bar" aria-label="Search the library">
          <TextField id="search" label="Search by words" value={search} autocomplete="off" />
          <SelectField
            id="area"
            label="Area"
            placeholder="All areas"
            value={area}
            options={library.map((each) => ({ value: each.area, label: textIn(each.title, "en") }))}
          />
          <div class="filter-submit">
            <Button variant="secondary" icon="search" name="look" value="1">
              Search
            </Button>
          </div>
        </search>
        {showFields({ home: homeField(draft, section) }, typed)}
        <SelectedElsewhere library={library} shown={shown} typed={typed} />
        {shown.map((each) => (
          <AreaCard key={each.area} {...each} typed={typed} />
        ))}
        {count === 0 && (
          <EmptyState title="No matching questions" icon="search">
            Try another word, or <a href={libraryUrl(draft.row.id, section)}>see all questions</a>.
          </EmptyState>
        )}
        <TurnPages current={current} pages={pages} count={count} />
      </DraftForm>
    ),
  }
}

export const libraryUrl = (id: string, section?: string) =>
  `${draftUrl(id)}/library${section ? `?section=${section}` : ""}`

/** The search and page, from the form if it was submitted, or else from the URL. */
function searchOf({ query }: PageRequest, typed: RefusedForm | undefined) {
  const parameter = (name: string) => (typed ? textOf(typed.form, name) : (query[name] ?? ""))
  const { page } = pageAt({ query: { page: parameter("look") } }, max_on_a_page)
  return { search: parameter("search"), area: parameter("area"), page }
}

/**
 * Adds the selected questions at the end of a section or in a new one; throws "bad request" if there are none. For a
 * search or another page, shows the page again.
 */
export async function addFromLibrary(req: PageRequest): Promise<PageResponse> {
  const typed = { form: req.form, faults: [] }
  if (textOf(req.form, "look") !== "") return libraryPage(req, typed)
  const draft = await openDraftToChange(req)
  const keys = req.form.keys ?? []
  const library = await readLibrary(req)
  const first = library.find(({ questions }) => questions.some(({ id }) => keys.includes(id)))
  if (!first) {
    const { search, area } = searchOf(req, typed)
    const shown = searchLibrary(search, area, library)[0]?.area ?? "estate"
    const message = "Select the questions to add."
    throw badRequest([{ param: `keys_${shown}`, code: "unknown_value", message }])
  }
  const section =
    questionSectionsOf(draft).find(({ id }) => id === textOf(req.form, "home")) ??
    newSection("questions", first.area === "firm" ? "Questions" : first.title)
  const { definition, questions } = withLibraryQuestions(
    withSection(draft.definition, section),
    section.id,
    library.flatMap((each) => each.questions.filter(({ id }) => keys.includes(id))),
  )
  const words = questions.length === 1 ? "Add a question from the library" : "Add questions from the library"
  if (await saveStep(req.tx, draft.row.id, definition, seenRevision(req), words))
    await recordAudit(req.tx, "draft_saved", { record_id: draft.row.id })
  return { to: `${editorUrl(draft.row.id, questions[0]?.id)}#editor`, flash: { done: "part_added" } }
}

/** The library that comes with Foyer, after the firm's own questions, if any. */
async function readLibrary({ tx }: PageRequest): Promise<readonly LibraryArea[]> {
  const own = await readBankArea(tx)
  return own.questions.length > 0 ? [own, ...listLibrary()] : listLibrary()
}

function homeField(draft: Draft, value: string) {
  return list({
    label: "Add to section",
    options: [
      ...questionSectionsOf(draft).map(({ id, title }) => ({ value: id, label: textIn(title, "en") })),
      { value: "", label: "A new section" },
    ],
    value,
  })
}

function questionSectionsOf({ definition }: Draft) {
  return definition.sections.filter(({ kind }) => kind === "questions")
}

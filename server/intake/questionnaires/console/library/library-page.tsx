// One library with two shelves: the firm's own questions, and those that come with Foyer. Searching and paging submit the
// same form as adding, to keep the selection.
import type { Definition, Question } from "../../../../definition/definition.ts"
import { textIn } from "../../../../definition/text.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { badField, notFound } from "../../../../platform/errors.ts"
import { list } from "../../../../web/console/forms/choice-fields.tsx"
import type { Fields } from "../../../../web/console/forms/field.ts"
import { FormActions, showFields } from "../../../../web/console/forms/form-page.tsx"
import { pageAt } from "../../../../web/console/list-pages.tsx"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Button, LinkButton } from "../../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../../web/ui/components/card.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { findSaved, readBankArea, refusalOf, saveQuestions } from "../../bank.ts"
import { saveStep } from "../../editing/draft-steps.ts"
import { newSection, withSection } from "../../editing/editing.ts"
import { type LibraryArea, listLibrary, searchLibrary, withLibraryQuestions } from "../../library.ts"
import { findDraft, getQuestionnaireRow, listQuestionnaireRows } from "../../questionnaires.ts"
import { type Draft, editorUrl, listUrl } from "../builder/draft.ts"
import { findSelected, type Selected } from "../builder/selected.ts"
import { AreaCard, max_on_a_page, pageOf, TurnPages } from "./choices.tsx"

export const bankUrl = `${listUrl}/library`
export const bankCrumbs = [
  { text: "Questionnaires", href: listUrl },
  { text: "Library", href: bankUrl },
]

/** The library; `to` and `section` say where its questions are to be added. */
export const libraryUrl = (id: string, section = "") =>
  `${bankUrl}?${new URLSearchParams({ to: id, ...(section && { section }) })}`

export async function libraryPage(req: PageRequest, typed?: RefusedForm): Promise<View> {
  const library = await readLibrary(req)
  const { search, area, page } = searchOf(req, typed)
  const found = searchLibrary(search, area, library)
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)
  const pages = Math.max(1, Math.ceil(count / max_on_a_page))
  const current = Math.min(page, pages)
  const shown = pageOf(found, (current - 1) * max_on_a_page)
  const here = new Set(shown.flatMap(({ questions }) => questions.map(({ id }) => id)))
  const elsewhere = chosenIn(library, typed?.form).filter(({ id }) => !here.has(id))
  const { fields, cancel } = await findTarget(req)
  return {
    title: "Library",
    breadcrumbs: bankCrumbs.slice(0, 1),
    lede: "Your firm’s own questions, and questions that come with Foyer. Drafts use copies. To add to your own, choose “Save to our library” below a question of a draft.",
    actions: library[0]?.area === "firm" && (
      <LinkButton href={`${bankUrl}/questions.json`} variant="secondary" icon="download">
        Export ours
      </LinkButton>
    ),
    refused: typed,
    body: (
      <form method="post" class="stack">
        <search class="filter-bar" aria-label="Search the library">
          <TextField id="search" label="Search by words" value={search} autocomplete="off" />
          <SelectField
            id="area"
            label="Shelf"
            placeholder="Everything"
            value={area}
            options={library.map((each) => ({ value: each.area, label: textIn(each.title, "en") }))}
          />
          <div class="filter-submit">
            <Button variant="secondary" icon="search" name="look" value="1">
              Search
            </Button>
          </div>
        </search>
        {elsewhere.length > 0 && (
          <AreaCard area="ticked" title="Already chosen" questions={elsewhere} typed={typed} />
        )}
        {shown.map((each) => (
          <AreaCard key={each.area} {...each} typed={typed} />
        ))}
        {count === 0 && (
          <EmptyState title="No matching questions" icon="search">
            Try another word, or <a href={req.url.split("#")[0]}>see all questions</a>.
          </EmptyState>
        )}
        <TurnPages current={current} pages={pages} count={count} />
        {showFields(fields, typed)}
        <FormActions submit="Add to the draft" cancel={cancel} />
      </form>
    ),
  }
}

/** The search and page, from the form if it was submitted, or else from the URL. */
function searchOf({ query }: PageRequest, typed: RefusedForm | undefined) {
  const parameter = (name: string) => (typed ? trimmedTextOf(typed.form, name) : (query[name] ?? ""))
  const { page } = pageAt({ query: { page: parameter("look") } }, max_on_a_page)
  return { search: parameter("search"), area: parameter("area"), page }
}

/** Where to add: a section of the draft that the author comes from, or else any questionnaire. */
async function findTarget({ tx, query }: PageRequest) {
  const id = query.to ?? ""
  if (!id) {
    const rows = (await listQuestionnaireRows(tx)).filter(({ archived_at }) => !archived_at)
    const options = rows.map((row) => ({ value: row.id, label: row.title }))
    const to = list({ label: "Add to", options, placeholder: "Choose", value: "" })
    return { fields: { to } as Fields, cancel: listUrl }
  }
  const sections = questionSectionsOf((await findDraft(tx, id)) ?? { sections: [] })
  const home = list({
    label: "Add to section",
    options: [
      ...sections.map(({ id, title }) => ({ value: id, label: textIn(title, "en") })),
      { value: "", label: "A new section" },
    ],
    value: query.section ?? "",
  })
  return { fields: { home } as Fields, cancel: editorUrl(id, query.section) }
}

/**
 * Adds the selected questions at the end of a section or in a new one; throws "bad request" if there are none. For a
 * search or another page, shows the page again. Needs no revision, because adding replaces nothing.
 */
export async function addFromLibrary(req: PageRequest): Promise<PageResponse> {
  const { tx, form, query } = req
  const typed = { form, faults: [] }
  if (trimmedTextOf(form, "look") !== "") return libraryPage(req, typed)
  const library = await readLibrary(req)
  const first = library.find((area) => chosenIn([area], form).length > 0)
  if (!first) {
    const { search, area } = searchOf(req, typed)
    const shown = searchLibrary(search, area, library)[0]?.area ?? "estate"
    throw badField(`keys_${shown}`, "unknown_value", "Select the questions to add.")
  }
  const id = query.to ?? trimmedTextOf(form, "to")
  if (!id) throw badField("to", "unknown_value", "Choose the questionnaire.")
  const { draft_revision } = await getQuestionnaireRow(tx, id)
  const draft = (await findDraft(tx, id)) ?? { sections: [] }
  const section =
    questionSectionsOf(draft).find((each) => each.id === trimmedTextOf(form, "home")) ??
    newSection("questions", first.area === "firm" ? "Questions" : first.title)
  const { definition, questions } = withLibraryQuestions(
    withSection(draft, section),
    section.id,
    chosenIn(library, form),
  )
  const words = questions.length === 1 ? "Add a question from the library" : "Add questions from the library"
  if (await saveStep(tx, id, definition, draft_revision, words))
    await recordAudit(tx, "draft_saved", { record_id: id })
  return { to: `${editorUrl(id, questions[0]?.id)}#editor`, flash: { done: "part_added" } }
}

/** The questions that the form has selected, also on other pages and in other searches. */
function chosenIn(library: readonly LibraryArea[], { keys = [] }: RefusedForm["form"] = {}) {
  return library.flatMap(({ questions }) => questions.filter(({ id }) => keys.includes(id)))
}

/** The library that comes with Foyer, after the firm's own questions, if any. */
async function readLibrary({ tx }: PageRequest): Promise<readonly LibraryArea[]> {
  const own = await readBankArea(tx)
  return own.questions.length > 0 ? [own, ...listLibrary()] : listLibrary()
}

function questionSectionsOf({ sections }: Definition) {
  return sections.filter(({ kind }) => kind === "questions")
}

export type Saved = Awaited<ReturnType<typeof findSaved>>[number]

/** Whether the firm's library has the selected part; undefined if it is not a question that the library can hold. */
export async function isSaved({ tx }: PageRequest, selected: Selected): Promise<Saved | undefined> {
  const question = questionIn(selected)
  return question && !refusalOf(question) ? (await findSaved(tx, [question]))[0] : undefined
}

/**
 * Saves the form's question to the library; throws like `saveQuestions`, or "not found" if the part is not a question.
 */
export async function saveToLibrary({ tx, form }: PageRequest, draft: Draft): Promise<void> {
  const question = questionIn(findSelected(draft, trimmedTextOf(form, "item")))
  if (!question) throw notFound()
  await saveQuestions(tx, [question])
  await recordAudit(tx, "question_saved", { record_id: draft.row.id, label: textIn(question.prompt, "en") })
}

function questionIn({ part }: Pick<Selected, "part"> = {}): Question | undefined {
  return part && "type" in part ? part : undefined
}

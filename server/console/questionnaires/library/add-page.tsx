import { recordAudit } from "../../../audit/audit.ts"
import { textIn } from "../../../definition/text.ts"
import { badRequest } from "../../../platform/errors.ts"
import { readBankArea } from "../../../questionnaires/bank.ts"
import { saveStep } from "../../../questionnaires/draft-steps.ts"
import { newSection, withSection } from "../../../questionnaires/editing.ts"
import {
  type LibraryArea,
  listLibrary,
  searchLibrary,
  withLibraryQuestions,
} from "../../../questionnaires/library.ts"
import { Button } from "../../../ui/components/button.tsx"
import { Card } from "../../../ui/components/card.tsx"
import { CheckboxGroup } from "../../../ui/components/checkbox-group.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { FilterBar } from "../../../ui/components/filter-bar.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { SelectField } from "../../../ui/components/select-field.tsx"
import { TextField } from "../../../ui/components/text-field.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf, typedOr } from "../../page-request.ts"
import type { PageResponse, View } from "../../view.tsx"
import {
  crumbsOf,
  type Draft,
  draftUrl,
  editorUrl,
  openDraft,
  openDraftToChange,
  seenRevision,
} from "../draft.ts"
import { DraftForm } from "../fields.tsx"
import { typeWords } from "../kind-words.ts"
import { bankUrl } from "./list-page.tsx"

/** Questions that come along, to search and to take over into the draft, several at once. */
export async function libraryPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const { search = "", area = "", section = "" } = req.query
  const library = await wholeLibrary(req)
  const found = searchLibrary(search, area, library)
  return {
    title: "Add from library",
    breadcrumbs: crumbsOf(draft),
    heading: {
      caption: draft.row.title,
      lede: "Your firm's own questions, and some that come with Foyer, in English and Spanish. Change them as you like.",
      actions: (
        <LinkButton href={bankUrl} look="secondary">
          Our library
        </LinkButton>
      ),
    },
    refused,
    body: (
      <>
        <FilterBar
          action={libraryUrl(draft.row.id)}
          label="Search the library"
          submit={
            <Button look="secondary" icon="search">
              Search
            </Button>
          }
        >
          <TextField id="search" label="Search by words" value={search} autocomplete="off" />
          <input type="hidden" name="section" value={section} />
          <SelectField
            id="area"
            label="Area"
            placeholder="All areas"
            value={area}
            options={library.map((each) => ({ value: each.area, label: textIn(each.title, "en") }))}
          />
        </FilterBar>
        {found.length === 0 ? (
          <EmptyState title="No question says that" icon="search">
            Try another word, or <a href={libraryUrl(draft.row.id)}>look at all of them</a>.
          </EmptyState>
        ) : (
          <DraftForm draft={draft} cancel={editorUrl(draft.row.id, section)} submit="Add to the draft">
            <SelectField
              id="home"
              label="Into the section"
              value={typedOr(refused, "home", section)}
              options={[
                ...homesOf(draft).map(({ id, title }) => ({ value: id, label: textIn(title, "en") })),
                { value: "", label: "A new section" },
              ]}
            />
            {found.map((each) => (
              <AreaCard key={each.area} {...each} refused={refused} />
            ))}
          </DraftForm>
        )}
      </>
    ),
  }
}

export const libraryUrl = (id: string, section?: string) =>
  `${draftUrl(id)}/library${section ? `?section=${section}` : ""}`

function AreaCard({ area, title, questions, refused }: LibraryArea & { refused: RefusedForm | undefined }) {
  return (
    <Card>
      <CheckboxGroup
        id={`keys_${area}`}
        name="keys"
        label={textIn(title, "en")}
        error={faultAt(refused, `keys_${area}`)}
        values={refused?.form.keys ?? []}
        options={questions.map(({ id, prompt, type, help, why }) => ({
          value: id,
          label: textIn(prompt, "en"),
          hint: [typeWords[type], textIn(help, "en"), textIn(why, "en")].filter(Boolean).join(" · "),
        }))}
      />
    </Card>
  )
}

/** Takes over what was ticked, at the end of a section or in a new one; throws "bad request" where nothing was. */
export async function addFromLibrary(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraftToChange(req)
  const keys = req.form.keys ?? []
  const library = await wholeLibrary(req)
  const first = library.find(({ questions }) => questions.some(({ id }) => keys.includes(id)))
  if (!first) {
    const shown = searchLibrary(req.query.search ?? "", req.query.area, library)[0]?.area ?? "estate"
    const message = "Tick the questions to add."
    throw badRequest([{ param: `keys_${shown}`, code: "unknown_value", message }])
  }
  const home =
    homesOf(draft).find(({ id }) => id === textOf(req.form, "home")) ??
    newSection("questions", first.area === "firm" ? "Questions" : first.title)
  const { definition, questions } = withLibraryQuestions(
    withSection(draft.definition, home),
    home.id,
    library.flatMap((each) => each.questions.filter(({ id }) => keys.includes(id))),
  )
  const words = questions.length === 1 ? "Add a question from the library" : "Add questions from the library"
  if (await saveStep(req.tx, draft.row.id, definition, seenRevision(req), words))
    await recordAudit(req.tx, "draft_saved", { record_id: draft.row.id })
  return { to: `${editorUrl(draft.row.id, questions[0]?.id)}#editor`, flash: { done: "part_added" } }
}

/** The firm's own questions first, where it keeps some. */
async function wholeLibrary({ tx }: PageRequest): Promise<readonly LibraryArea[]> {
  const own = await readBankArea(tx)
  return own.questions.length > 0 ? [own, ...listLibrary()] : listLibrary()
}

function homesOf({ definition }: Draft) {
  return definition.sections.filter(({ kind }) => kind === "questions")
}

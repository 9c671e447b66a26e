// The firm's own questions, saved from drafts or imported.
import { textIn } from "../../../../definition/text.ts"
import { PagedTable, pageAt, pageUrl } from "../../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { RawResponse, View } from "../../../../web/console/view.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../../web/ui/components/empty-state.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { listBankQuestions } from "../../bank.ts"
import { searchLibrary } from "../../library.ts"
import { typeWords } from "../../type-words.ts"
import { listUrl } from "../builder/draft.ts"

export const bankUrl = `${listUrl}/library`
export const bankCrumbs = [
  { text: "Questionnaires", href: listUrl },
  { text: "Our library", href: bankUrl },
]

export async function bankPage(req: PageRequest): Promise<View> {
  const search = req.query.search ?? ""
  const saved = await listBankQuestions(req.tx)
  const [found] = searchLibrary(search, "", [{ area: "firm", title: "", questions: saved }])
  const questions = found?.questions ?? []
  const page = pageAt(req, 50)
  const importing = (
    <LinkButton href={`${bankUrl}/import`} variant="secondary" icon="upload">
      Import
    </LinkButton>
  )
  return {
    title: "Our library",
    breadcrumbs: bankCrumbs.slice(0, 1),
    heading: {
      lede: "Questions your firm asks often. Drafts use copies, so your changes here do not affect any questionnaire.",
      actions: saved.length > 0 && (
        <>
          {importing}
          <LinkButton href={`${bankUrl}/questions.json`} variant="secondary" icon="download">
            Export
          </LinkButton>
        </>
      ),
    },
    body: (
      <>
        {saved.length > 0 && (
          <FilterBar
            action={bankUrl}
            label="Search our library"
            submit={
              <Button variant="secondary" icon="search">
                Search
              </Button>
            }
          >
            <TextField id="search" label="Search by words" value={search} autocomplete="off" />
          </FilterBar>
        )}
        <PagedTable
          caption="Questions in our library, by text"
          columns={[
            {
              label: "Question",
              primary: true,
              cell: ({ id, prompt }) => <a href={`${bankUrl}/${id}`}>{textIn(prompt, "en")}</a>,
            },
            { label: "Type", cell: ({ type }) => typeWords[type] },
            { label: "Help text", cell: ({ help }) => textIn(help, "en") },
          ]}
          records={questions.slice(page.offset, page.offset + page.limit)}
          id={({ id }) => id}
          empty={
            saved.length === 0 ? (
              <EmptyState title="No questions yet" icon="list" action={importing}>
                Choose “Save to our library” below a question of a draft, or import a file.
              </EmptyState>
            ) : (
              <EmptyState title="No matching questions" icon="search">
                Try another word, or <a href={bankUrl}>see all questions</a>.
              </EmptyState>
            )
          }
          list={{ ...page, count: questions.length, href: (number) => pageUrl(bankUrl, number, { search }) }}
          pages="Pages of our library"
        />
      </>
    ),
  }
}

/** Downloads all questions as a JSON file, for another installation or as a backup. */
export async function bankFile({ tx }: PageRequest): Promise<RawResponse> {
  // Loaded on first use, because the validator takes megabytes of memory.
  const { writeQuestionsFile } = await import("../../bank-file.ts")
  const file = writeQuestionsFile(await listBankQuestions(tx))
  return {
    send: (reply) =>
      reply
        .headers({
          "Content-Type": "application/json; charset=utf-8",
          "Content-Disposition": 'attachment; filename="questions.json"',
          "Cache-Control": "no-store",
        })
        .send(file),
  }
}

// Imports questions from a file in two steps: the first shows what the import would change, the second saves.

import type { Question } from "../../../../definition/definition.ts"
import { textIn } from "../../../../definition/text.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { badRequest } from "../../../../platform/errors.ts"
import type { Outcome } from "../../../../web/console/forms/form.ts"
import { viewOf } from "../../../../web/console/forms/form-page.tsx"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { findSaved, saveQuestions } from "../../bank.ts"
import { typeWords } from "../../type-words.ts"
import { listUrl } from "../builder/draft.ts"
import { bankCrumbs, bankUrl } from "./library-page.tsx"

/** Shows what the import would change or, once the author has seen that, saves. */
export async function importQuestions({ tx, form }: PageRequest, file: string): Promise<Outcome | View> {
  const { readQuestionsFile } = await import("../../bank-file.ts")
  const read = readQuestionsFile(file)
  if ("faults" in read) throw badRequest(read.faults)
  const saved = await findSaved(tx, read.questions)
  if (trimmedTextOf(form, "seen") !== saved.join()) return comparison(file, read.questions, saved)
  await saveQuestions(tx, read.questions)
  await recordAudit(tx, "questions_imported", { label: String(read.questions.length) })
  return { done: "questions_imported", to: bankUrl }
}

const importUrl = `${listUrl}/import`

const outcomes = {
  no: <Tag tone="success">New</Tag>,
  changed: <Tag tone="warning">Replaces yours</Tag>,
  same: <Tag>Same as yours</Tag>,
}

/** The field `seen` has the outcomes shown. If the library changes before the second step, the page is shown again. */
function comparison(
  text: string,
  questions: readonly Question[],
  saved: readonly (keyof typeof outcomes)[],
): View {
  return viewOf({
    title: "Import these questions?",
    breadcrumbs: [...bankCrumbs, { text: "Import", href: importUrl }],
    heading: { lede: "Nothing is saved yet. Questionnaires will not change." },
    attributes: { encType: "multipart/form-data" },
    submit: `Import ${questions.length === 1 ? "the question" : `${questions.length} questions`}`,
    cancel: bankUrl,
    layout: () => (
      <>
        <input type="hidden" name="file" value={text} />
        <input type="hidden" name="seen" value={saved.join()} />
        <Card flush>
          <DataTable
            caption="Questions in the file"
            columns={[
              { label: "Question", primary: true, cell: ({ prompt }) => textIn(prompt, "en") },
              { label: "Type", cell: ({ type }) => typeWords[type] },
              { label: "In our library", narrow: true, cell: (_, index) => outcomes[saved[index] ?? "no"] },
            ]}
            records={questions}
            id={(_, index) => `question_${index}`}
          />
        </Card>
      </>
    ),
  })
}

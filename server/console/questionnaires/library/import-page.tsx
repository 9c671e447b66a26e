// Questions out of a file, in two presses: what it would do is shown first, and nothing is written until it is whole.
import { recordAudit } from "../../../audit/audit.ts"
import type { Question } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { badRequest } from "../../../platform/errors.ts"
import { findSaved, saveQuestions } from "../../../questionnaires/bank.ts"
import { Card } from "../../../ui/components/card.tsx"
import { DataTable } from "../../../ui/components/data-table.tsx"
import { Tag } from "../../../ui/components/tag.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../../page-request.ts"
import { SubmitOrCancel } from "../../submit-or-cancel.tsx"
import type { PageResponse, View } from "../../view.tsx"
import { JsonFileFields, sentText } from "../json-file-fields.tsx"
import { typeWords } from "../kind-words.ts"
import { bankCrumbs, bankUrl } from "./list-page.tsx"

export async function importQuestionsPage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Import questions",
    breadcrumbs: bankCrumbs,
    heading: {
      lede: "Into your library, from a file that was exported here or elsewhere. First you see what it holds.",
    },
    refused,
    body: (
      <form method="post" encType="multipart/form-data" class="stack">
        <Card>
          <JsonFileFields refused={refused} />
        </Card>
        <SubmitOrCancel cancel={bankUrl}>Look at it first</SubmitOrCancel>
      </form>
    ),
  }
}

/** Shows what a file would do; does it where that was seen. Throws "bad request" with every fault of the file. */
export async function importQuestions({ tx, form }: PageRequest): Promise<PageResponse> {
  const text = sentText(form)
  // Loaded with the first file: what checks it takes megabytes of memory.
  const { readQuestionsFile } = await import("../../../questionnaires/bank-file.ts")
  const read = readQuestionsFile(text)
  if ("faults" in read) throw badRequest(read.faults)
  const saved = await findSaved(tx, read.questions)
  if (textOf(form, "seen") !== saved.join()) return comparison(text, read.questions, saved)
  await saveQuestions(tx, read.questions)
  await recordAudit(tx, "questions_imported", { label: String(read.questions.length) })
  return { to: bankUrl, flash: { done: "questions_imported" } }
}

const outcomes = {
  no: <Tag tone="success">New</Tag>,
  changed: <Tag tone="warning">Replaces yours</Tag>,
  same: <Tag>Same as yours</Tag>,
}

/** What is sent on says what was seen: where the library has changed meanwhile, it is shown anew. */
function comparison(
  text: string,
  questions: readonly Question[],
  saved: readonly (keyof typeof outcomes)[],
): View {
  return {
    title: "Import these questions?",
    breadcrumbs: [...bankCrumbs, { text: "Import questions", href: `${bankUrl}/import` }],
    heading: { lede: "Nothing is stored yet. No questionnaire changes." },
    body: (
      <form method="post" encType="multipart/form-data" class="stack">
        <input type="hidden" name="file" value={text} />
        <input type="hidden" name="seen" value={saved.join()} />
        <Card flush>
          <DataTable
            caption="Questions in the file"
            columns={[
              { key: "prompt", label: "Question", primary: true },
              { key: "type", label: "Kind" },
              { key: "outcome", label: "In our library", narrow: true },
            ]}
            rows={questions.map(({ prompt, type }, index) => ({
              id: `question_${index}`,
              cells: {
                prompt: textIn(prompt, "en"),
                type: typeWords[type],
                outcome: outcomes[saved[index] ?? "no"],
              },
            }))}
          />
        </Card>
        <SubmitOrCancel cancel={bankUrl}>
          {`Import ${questions.length === 1 ? "the question" : `${questions.length} questions`}`}
        </SubmitOrCancel>
      </form>
    ),
  }
}

import { takesAnswer } from "../../../../definition/question-types.ts"
import { textIn } from "../../../../definition/text.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { Seen, type StoredField } from "../../../../web/console/forms/stale-forms.tsx"
import { SubmitOrCancel } from "../../../../web/console/forms/submit-or-cancel.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { changeBankQuestion, getBankQuestion, removeBankQuestion } from "../../bank.ts"
import { typeWords } from "../../type-words.ts"
import { ShowSpanish, WordingField } from "../part-forms/fields.tsx"
import { readAll, readRequiredWording, readWording, spanishOf } from "../part-forms/form-reader.ts"
import { bankCrumbs, bankUrl } from "./list-page.tsx"

const labels = { prompt: "Question", help: "Help text", why: "Why you ask" } as const

export async function storedTexts({ tx, param }: PageRequest): Promise<StoredField[]> {
  const question = await getBankQuestion(tx, param("bank_question_id"))
  return (["prompt", "help", "why"] as const).flatMap((name) => {
    const text = question[name]
    return [
      { name, label: labels[name], value: textIn(text, "en") },
      {
        name: spanishOf(name),
        label: `${labels[name]} in Spanish`,
        value: typeof text === "object" ? text.es : "",
      },
    ]
  })
}

/** Edits the texts of a saved question. Its other settings can only be changed in a draft. */
export async function questionPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const question = await getBankQuestion(req.tx, req.param("bank_question_id"))
  const names = takesAnswer(question.type)
    ? (["prompt", "help", "why"] as const)
    : (["prompt", "help"] as const)
  return {
    title: textIn(question.prompt, "en"),
    breadcrumbs: bankCrumbs,
    heading: {
      caption: typeWords[question.type],
      lede: "To change its type or choices, edit it in a draft and save it to the library again.",
      actions: (
        <LinkButton href={`${bankUrl}/${question.id}/removal`} variant="quiet" icon="trash">
          Remove
        </LinkButton>
      ),
    },
    refused,
    body: (
      <form method="post" class="stack">
        <Seen req={req} />
        <Card>
          <ShowSpanish.Provider value={true}>
            {names.map((name) => (
              <WordingField
                key={name}
                name={name}
                label={labels[name]}
                stored={question[name]}
                refused={refused}
                optional={name !== "prompt"}
                rows={2}
              />
            ))}
          </ShowSpanish.Provider>
        </Card>
        <SubmitOrCancel cancel={bankUrl}>Save</SubmitOrCancel>
      </form>
    ),
  }
}

export async function changeQuestion({ tx, param, form }: PageRequest): Promise<PageResponse> {
  const id = param("bank_question_id")
  const words = readAll(form, (reader) => ({
    prompt: readRequiredWording(reader, "prompt", "Enter the question."),
    help: readWording(reader, "help"),
    why: readWording(reader, "why"),
  }))
  await changeBankQuestion(tx, id, words)
  await recordAudit(tx, "saved_question_changed", { record_id: id, label: textIn(words.prompt, "en") })
  return { to: bankUrl, flash: { done: "saved_question_changed" } }
}

export async function removalPage({ tx, param }: PageRequest, refused?: RefusedForm): Promise<View> {
  const { id, prompt } = await getBankQuestion(tx, param("bank_question_id"))
  const words = textIn(prompt, "en")
  return {
    title: "Remove this question?",
    breadcrumbs: [...bankCrumbs, { text: words, href: `${bankUrl}/${id}` }],
    refused,
    body: (
      <Card>
        <p>“{words}” will no longer be available to drafts. Questionnaires that already use it keep it.</p>
        <form method="post">
          <SubmitOrCancel cancel={`${bankUrl}/${id}`} variant="danger">
            Remove
          </SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function removeQuestion({ tx, param }: PageRequest): Promise<PageResponse> {
  const { id, prompt } = await getBankQuestion(tx, param("bank_question_id"))
  await removeBankQuestion(tx, id)
  await recordAudit(tx, "saved_question_removed", { record_id: id, label: textIn(prompt, "en") })
  return { to: bankUrl, flash: { done: "saved_question_removed" } }
}

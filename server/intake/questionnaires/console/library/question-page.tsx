import { kinds, takesAnswer } from "../../../../definition/kinds.ts"
import { textIn } from "../../../../definition/text.ts"
import { form } from "../../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { PostButton } from "../../../../web/ui/components/button.tsx"
import { Card, Details } from "../../../../web/ui/components/card.tsx"
import { changeBankQuestion, getBankQuestion, removeBankQuestion } from "../../bank.ts"
import { ShowSpanish, wording } from "../part-forms/fields.tsx"
import { bankCrumbs, bankUrl } from "./library-page.tsx"

const findQuestion = ({ tx, param }: PageRequest) => getBankQuestion(tx, param("bank_question_id"))

/** Edits the texts of a saved question. Its other settings can only be changed in a draft. */
export const savedQuestion = form({
  edits: true,
  open: async (req) => {
    const question = await findQuestion(req)
    const { type, prompt, help, why } = question
    const fields = {
      prompt: wording({ label: "Question", missing: "Enter the question.", rows: 2, value: prompt }),
      help: wording({ label: "Help text", rows: 2, value: help }),
      ...(takesAnswer(type) && { why: wording({ label: "Why you ask", rows: 2, value: why }) }),
    }
    return {
      title: textIn(prompt, "en"),
      breadcrumbs: bankCrumbs,
      caption: kinds[type].label,
      lede: "To change its type or choices, edit it in a draft and save it to the library again.",
      below: (
        <Details summary="Remove it from the library">
          <p>Drafts will no longer find it. Questionnaires that already use it keep it.</p>
          <PostButton action={`${bankUrl}/${question.id}/removal`} variant="danger" small>
            Remove
          </PostButton>
        </Details>
      ),
      fields,
      layout: (show) => (
        <ShowSpanish.Provider value>
          <Card>{show(fields)}</Card>
        </ShowSpanish.Provider>
      ),
      record: question.id,
      submit: "Save",
      cancel: bankUrl,
    }
  },
  save: async ({ tx }, words, id) => {
    await changeBankQuestion(tx, id, words)
    return { done: "saved_question_changed", about: { record_id: id, label: textIn(words.prompt, "en") } }
  },
})

export async function removeSavedQuestion(req: PageRequest): Promise<Redirect> {
  const { id, prompt } = await findQuestion(req)
  await removeBankQuestion(req.tx, id)
  const about = { record_id: id, label: textIn(prompt, "en") }
  return { to: bankUrl, flash: { done: "saved_question_removed" }, about }
}

import { takesAnswer } from "../../../../definition/question-types.ts"
import { type Text, textIn } from "../../../../definition/text.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { text } from "../../../../web/console/forms/text-fields.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { PostButton } from "../../../../web/ui/components/button.tsx"
import { Details } from "../../../../web/ui/components/card.tsx"
import { changeBankQuestion, getBankQuestion, removeBankQuestion } from "../../bank.ts"
import { typeWords } from "../../type-words.ts"
import { joinedWording } from "../part-forms/part-form.ts"
import { bankCrumbs, bankUrl } from "./library-page.tsx"

const findQuestion = ({ tx, param }: PageRequest) => getBankQuestion(tx, param("bank_question_id"))

/** Edits the texts of a saved question. Its other settings can only be changed in a draft. */
export const savedQuestion = form({
  edits: true,
  open: async (req) => {
    const question = await findQuestion(req)
    const [prompt, prompt_es] = bothOf("Question", question.prompt, "Enter the question.")
    const [help, help_es] = bothOf("Help text", question.help)
    const [why, why_es] = bothOf("Why you ask", question.why)
    return {
      title: textIn(question.prompt, "en"),
      breadcrumbs: bankCrumbs,
      heading: {
        caption: typeWords[question.type],
        lede: "To change its type or choices, edit it in a draft and save it to the library again.",
      },
      below: (
        <Details summary="Remove it from the library">
          <p>Drafts will no longer find it. Questionnaires that already use it keep it.</p>
          <PostButton action={`${bankUrl}/${question.id}/removal`} variant="danger" small>
            Remove
          </PostButton>
        </Details>
      ),
      fields: { prompt, prompt_es, help, help_es, ...(takesAnswer(question.type) && { why, why_es }) },
      record: question.id,
      submit: "Save",
      cancel: bankUrl,
    }
  },
  save: async ({ tx }, { prompt, prompt_es, help, help_es, why = "", why_es = "" }, id) => {
    await changeBankQuestion(tx, id, {
      prompt: joinedWording(prompt, prompt_es) ?? "",
      help: joinedWording(help, help_es),
      why: joinedWording(why, why_es),
    })
    return { done: "saved_question_changed", about: { record_id: id, label: prompt } }
  },
})

/** The fields for a text in English and Spanish. */
function bothOf(label: string, stored: Text | undefined, missing?: string) {
  const [en, es] = typeof stored === "object" ? [stored.en, stored.es] : [stored ?? "", ""]
  const shared = { max: max_characters, rows: 2 }
  return [
    text({ ...shared, label, missing, optional: missing === undefined, value: en }),
    text({
      ...shared,
      label: `${label} in Spanish`,
      lang: "es",
      optional: en !== "" && es === "" && "(missing)",
      value: es,
    }),
  ] as const
}

/** More than any text of the library that comes with Foyer. */
const max_characters = 10_000

/** Removes it from the library. */
export async function removeSavedQuestion(req: PageRequest): Promise<Redirect> {
  const { id, prompt } = await findQuestion(req)
  await removeBankQuestion(req.tx, id)
  const about = { record_id: id, label: textIn(prompt, "en") }
  return { to: bankUrl, flash: { done: "saved_question_removed" }, about }
}

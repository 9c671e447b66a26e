import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import { parseEmail, parsePhone } from "../../../definition/values/email-and-phone.ts"
import { parseLine } from "../../../definition/values/typed-text.ts"
import type { NewInquiry } from "../../../follow-up/inquiries/inquiries.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import type { StartPage } from "./start-page.ts"

export interface StartFault {
  name: string
  text: string
}

export const max_name_characters = 100
export const max_message_characters = 500

/** The inquiry typed on a start page, or all its faults. */
export function parseInquiryForm(
  form: Form,
  { questionnaire, words, lang, source }: StartPage,
): { inquiry: Omit<NewInquiry, "id"> } | { faults: StartFault[] } {
  const faults: StartFault[] = []
  const valueIn = (name: keyof typeof readers) => {
    const parsed = readers[name](textOf(form, name) ?? "")
    if (parsed.kind === "fault")
      faults.push({
        name,
        text: faultSentence(
          parsed.fault,
          { ...words.person, ...words.start, email: words.person.emails.home }[name],
          lang,
        ),
      })
    return parsed.kind === "value" ? parsed.value : ""
  }
  const [first_name, last_name] = [valueIn("first_name"), valueIn("last_name")]
  if (first_name === "" && last_name === "" && faults.length === 0)
    faults.push({ name: "first_name", text: words.start.name_missing })
  const count = faults.length
  const email = valueIn("email")
  if (email === "" && faults.length === count) faults.push({ name: "email", text: words.links.email_missing })
  const [phone, message] = [valueIn("phone"), valueIn("message")]
  if (faults.length > 0) return { faults }
  return {
    inquiry: {
      questionnaire_id: questionnaire.id,
      first_name,
      last_name,
      email,
      phone,
      message,
      language: lang,
      source,
    },
  }
}

const readers = {
  first_name: (typed: string) => parseLine(typed, max_name_characters),
  last_name: (typed: string) => parseLine(typed, max_name_characters),
  email: parseEmail,
  phone: parsePhone,
  message: (typed: string) => parseLine(typed, max_message_characters),
}

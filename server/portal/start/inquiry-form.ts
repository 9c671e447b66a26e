import { parseEmail, parsePhone } from "../../definition/email-and-phone.ts"
import { faultSentence } from "../../definition/fault-sentences.ts"
import { inOneLine } from "../../definition/typed-text.ts"
import type { NewInquiry } from "../../inquiries/inquiries.ts"
import type { Form } from "../../platform/http/pages.ts"
import { textOf } from "../form.ts"
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
  { questionnaire, words, lang }: StartPage,
): { inquiry: Omit<NewInquiry, "id"> } | { faults: StartFault[] } {
  const faults: StartFault[] = []
  const lineOf = (name: string, label: string, max: number) => {
    const text = inOneLine(textOf(form, name) ?? "").trim()
    if ([...text].length > max) faults.push({ name, text: words.start.too_long(label, max) })
    return text
  }
  const first_name = lineOf("first_name", words.start.first_name, max_name_characters)
  const last_name = lineOf("last_name", words.start.last_name, max_name_characters)
  if (first_name === "") faults.push({ name: "first_name", text: words.start.first_name_missing })
  if (last_name === "") faults.push({ name: "last_name", text: words.start.last_name_missing })
  const email = parseEmail(textOf(form, "email"))
  if (email.kind === "fault")
    faults.push({ name: "email", text: faultSentence(email.fault, words.start.email, lang) })
  if (email.kind === "empty" || email.kind === "absent")
    faults.push({ name: "email", text: words.links.email_missing })
  const phone = parsePhone(textOf(form, "phone"))
  if (phone.kind === "fault")
    faults.push({ name: "phone", text: faultSentence(phone.fault, words.start.phone, lang) })
  const message = lineOf("message", words.start.message, max_message_characters)
  if (faults.length > 0 || email.kind !== "value") return { faults }
  return {
    inquiry: {
      questionnaire_id: questionnaire.id,
      first_name,
      last_name,
      email: email.value,
      phone: phone.kind === "value" ? phone.value : "",
      message,
      language: lang,
    },
  }
}

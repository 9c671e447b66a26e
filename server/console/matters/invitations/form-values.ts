// Parses the form fields of an invitation.
import { parseEmail } from "../../../definition/email-and-phone.ts"
import { faultSentence } from "../../../definition/fault-sentences.ts"
import { inOneLine } from "../../../definition/typed-text.ts"
import type { Person } from "../../../matters/parties.ts"
import type { Fault } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/pages.ts"
import { textOf } from "../../page-request.ts"

/** Foyer emails the link, or staff hand it out. */
export type Delivery = "mail" | "link"

const max_name_characters = 128
const max_message_characters = 2_000

/** Parses the person whose fields start with `prefix`; adds every fault to `faults`. */
export function readPerson(form: Form, prefix: string, faults: Fault[]): Required<Person> {
  const name = (field: string, label: string) => {
    const text = inOneLine(textOf(form, `${prefix}${field}`)).trim()
    if ([...text].length > max_name_characters) {
      const message = `${label} must have at most ${max_name_characters} characters.`
      faults.push({ param: `${prefix}${field}`, code: "too_long", message })
    }
    return text
  }
  const param = `${prefix}email`
  const typed = textOf(form, param)
  const email = parseEmail(typed)
  if (email.kind === "fault") {
    faults.push({
      param,
      code: email.fault.code,
      message: faultSentence(email.fault, "Email address", "en"),
    })
  }
  return {
    first_name: name("first_name", "The first name"),
    last_name: name("last_name", "The last name"),
    email: email.kind === "value" ? email.value : "",
  }
}

export function readDelivery(form: Form): Delivery {
  return textOf(form, "way") === "link" ? "link" : "mail"
}

export function readMessage(form: Form, faults: Fault[]): string {
  const message = textOf(form, "message")
  if (message.length > max_message_characters) {
    const text = `Your message must have at most ${max_message_characters} characters.`
    faults.push({ param: "message", code: "too_long", message: text })
  }
  return message
}

export function emailMissing(prefix: string): Fault {
  const message = "Enter an email address, or choose to share the link yourself."
  return { param: `${prefix}email`, code: "required", message }
}

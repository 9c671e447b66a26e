// Parses the form fields of an invitation.

import type { Fault } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { readEmail, readLine, readText } from "../../../../web/console/forms/read-text.ts"
import { textOf } from "../../../../web/console/page-request.ts"
import type { Person } from "../../parties/parties.ts"

/** Foyer emails the link, or staff hand it out. */
export type Delivery = "mail" | "link"

const max_name_characters = 128
const max_message_characters = 2_000

/** Parses the person whose fields start with `prefix`; adds every fault to `faults`. */
export function readPerson(form: Form, prefix: string, faults: Fault[]): Required<Person> {
  const max = max_name_characters
  return {
    first_name: readLine(form, { param: `${prefix}first_name`, label: "First name", max }, faults),
    last_name: readLine(form, { param: `${prefix}last_name`, label: "Last name", max }, faults),
    email: readEmail(form, { param: `${prefix}email`, label: "Email address" }, faults),
  }
}

export function readDelivery(form: Form): Delivery {
  return textOf(form, "way") === "link" ? "link" : "mail"
}

export function readMessage(form: Form, faults: Fault[]): string {
  return readText(form, { param: "message", label: "Your message", max: max_message_characters }, faults)
}

export function emailMissing(prefix: string): Fault {
  const message = "Enter an email address, or choose to share the link yourself."
  return { param: `${prefix}email`, code: "required", message }
}

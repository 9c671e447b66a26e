// The fields that several forms for invitations share.
import type { Fault } from "../../../../platform/errors.ts"
import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import type { Field, Fields, Show } from "../../../../web/console/forms/field.ts"
import { email, line, text } from "../../../../web/console/forms/text-fields.tsx"
import type { Person } from "../../parties/parties.ts"

type PersonName<Prefix extends string> = `${Prefix}${keyof Person}`

/** Name and email address of a person to invite; `person` has initial values. */
export function personFields<Prefix extends string>(
  prefix: Prefix,
  person: Person = {},
): Record<PersonName<Prefix>, Field<string>> {
  const name = { max: 128, optional: "(if you know it)" }
  const fields = {
    [`${prefix}first_name`]: line({ label: "First name", ...name, value: person.first_name }),
    [`${prefix}last_name`]: line({ label: "Last name", ...name, value: person.last_name }),
    [`${prefix}email`]: email({ label: "Email address", width: 30, value: person.email }),
  }
  return fields as Record<PersonName<Prefix>, Field<string>>
}

export function showPerson(show: Show, fields: Fields) {
  const names = Object.entries(fields).filter(([name]) => name.endsWith("_name"))
  const others = Object.entries(fields).filter(([name]) => !name.endsWith("_name"))
  return (
    <>
      <div class="grid">{show(Object.fromEntries(names))}</div>
      {show(Object.fromEntries(others))}
    </>
  )
}

/** The person whose values begin with `prefix`. */
export function personIn<Prefix extends string>(
  values: Record<PersonName<Prefix>, string>,
  prefix: Prefix,
): Required<Person> {
  const of = (name: keyof Person): string => values[`${prefix}${name}`]
  return { first_name: of("first_name"), last_name: of("last_name"), email: of("email") }
}

export function messageField(mail: "invitation" | "reminder") {
  return text({
    label: "Your own words",
    optional: true,
    hint: `Shown above the text of the ${mail}.`,
    rows: 3,
    max: 2_000,
  })
}

/** Foyer emails the link, with a message, or staff hand it out. */
export function deliveryFields(isSending: boolean) {
  const message = messageField("invitation")
  const way = choice({
    label: "How do they get their link?",
    value: "mail",
    options: [
      {
        value: "mail",
        label: "By email",
        hint: isSending
          ? "Foyer sends it at once. The matter shows when it was sent, or why not."
          : "Here, no email is sent. You can read it in the outbox.",
        reveal: { message },
      },
      {
        value: "link",
        label: "I will share the link myself",
        hint: "You can copy it from the matter’s page.",
      },
    ],
  })
  return { way, message }
}

export function emailMissing(param: string): Fault {
  const message = "Enter an email address, or choose to share the link yourself."
  return { param, code: "required", message }
}

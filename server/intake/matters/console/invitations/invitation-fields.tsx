import { faultAt, type RefusedForm, typedOr } from "../../../../web/console/page-request.ts"
import { RadioGroup } from "../../../../web/ui/components/radio-group.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import type { Person } from "../../parties/parties.ts"
import { MessageField } from "./message-field.tsx"

/** Name and email address of a person to invite. */
export function PersonFields({
  prefix,
  refused,
  person = {},
}: {
  prefix: string
  refused: RefusedForm | undefined
  /** Initial values. */
  person?: Person | undefined
}) {
  const field = (name: keyof Person) => ({
    id: `${prefix}${name}`,
    value: typedOr(refused, `${prefix}${name}`, person[name]),
    error: faultAt(refused, `${prefix}${name}`),
    autocomplete: "off",
  })
  return (
    <>
      <div class="grid">
        <TextField {...field("first_name")} label="First name" optional="(if you know it)" />
        <TextField {...field("last_name")} label="Last name" optional="(if you know it)" />
      </div>
      <TextField {...field("email")} label="Email address" type="email" spellcheck={false} width={30} />
    </>
  )
}

/** Chooses between an email and a link that staff hand out. */
export function DeliveryFields({
  refused,
  isSending,
}: {
  refused: RefusedForm | undefined
  isSending: boolean
}) {
  return (
    <RadioGroup
      id="way"
      label="How do they get their link?"
      value={typedOr(refused, "way", "mail")}
      options={[
        {
          value: "mail",
          label: "By email",
          hint: isSending
            ? "Foyer queues the email at once. The matter shows when the mail server accepts it."
            : "No mail server is set up, so nothing is sent. You can read the email in the outbox.",
          reveal: <MessageField email="invitation" refused={refused} />,
        },
        {
          value: "link",
          label: "I will share the link myself",
          hint: "You can copy it from the matter’s page.",
        },
      ]}
    />
  )
}

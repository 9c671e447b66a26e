import { fieldOf, type RefusedForm } from "../../../../web/console/page-request.ts"
import { TextArea } from "../../../../web/ui/components/text-area.tsx"

/** The staff's own message in an email to a client; `readMessage` parses it. */
export function MessageField(props: { email: "invitation" | "reminder"; refused: RefusedForm | undefined }) {
  return (
    <TextArea
      {...fieldOf(props.refused, "message")}
      label="Your own words"
      optional="(optional)"
      hint={`Shown above the text of the ${props.email}.`}
      rows={3}
    />
  )
}

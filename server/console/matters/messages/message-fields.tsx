import { isId, newId } from "../../../platform/ids.ts"
import { TextArea } from "../../../ui/components/text-area.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf, typedOr } from "../../page-request.ts"
import { SubmitOrCancel } from "../../submit-or-cancel.tsx"

/** The end of every form that writes to the client. It names the message, so that sending it twice writes it once. */
export function MessageFields({ refused, cancel }: { refused: RefusedForm | undefined; cancel: string }) {
  return (
    <>
      <input type="hidden" name="message_id" value={typedOr(refused, "message_id", newId("message"))} />
      <TextArea
        id="text"
        label="Your message"
        hint="At most 5,000 characters. Everyone who is invited to the matter can read it."
        rows={6}
        value={typedOr(refused, "text")}
        error={faultAt(refused, "text")}
      />
      <SubmitOrCancel cancel={cancel} icon="mail">
        Send
      </SubmitOrCancel>
    </>
  )
}

export function messageOf({ form }: PageRequest): { text: string; id?: string } {
  const id = textOf(form, "message_id")
  return { text: textOf(form, "text"), ...(isId("message", id) && { id }) }
}

import { MailTag, whyNotSent } from "../../../operations/system/console/mails/mail-tag.tsx"
import { isSending, stateOfMail } from "../../../platform/mail/mail-state.ts"
import type { MailRow } from "../../../platform/mail/outbox.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { useMayUse } from "../../../web/ui/components/button.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { Entry } from "./entry.tsx"

/** An email to a client, with whether the mail server accepted it. */
export function EmailEntry({ email, req }: { email: MailRow; req: PageRequest }) {
  const state = stateOfMail(email, isSending(req.parts))
  const why = whyNotSent(state)
  const page = `/console/settings/email/${email.id}`
  const mayOpen = useMayUse()("GET", page)
  return (
    <Entry
      id={email.id}
      kind={<Tag tone="neutral">Email</Tag>}
      by={email.recipient}
      at={email.created_at}
      req={req}
      about={<MailTag state={state} />}
    >
      <p>{mayOpen ? <a href={page}>{email.subject}</a> : email.subject}</p>
      {why && <p class="cell-note">{why}</p>}
    </Entry>
  )
}

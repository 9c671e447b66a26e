import type { InvitationRow } from "../../../matters/invitations.ts"
import type { MailState } from "../../../platform/mail/mail-state.ts"
import type { PageRequest } from "../../page-request.ts"
import { When } from "../../times.tsx"

/** Under the state of an invitation that nobody has started with: since when it is so, and until when the link works. */
export function StateLines(props: {
  invitation: InvitationRow
  mail: MailState | undefined
  req: PageRequest
}) {
  const { invitation, mail, req } = props
  const { revoked_at, started_at, expires_at, is_expired } = invitation
  if (revoked_at || started_at) return null
  const lines = [
    ...(mail && "at" in mail ? [{ words: atWords[mail.kind], at: mail.at }] : []),
    ...(expires_at ? [{ words: is_expired ? "Expired" : "Expires", at: expires_at }] : []),
  ]
  return lines.map(({ words, at }) => (
    <span class="cell-note cell-line" key={words}>
      {words} <When at={at} req={req} />
    </span>
  ))
}

/** What a mailbox does afterwards is not told to us. */
const atWords = { queued: "Queued", sent: "Accepted by the mail server" } as const

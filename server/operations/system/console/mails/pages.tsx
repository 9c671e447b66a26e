import { recordAudit } from "../../../../firm/audit/audit.ts"
import { blankFirm, firmFields } from "../../../../firm/firms/console/fields.tsx"
import { conflict } from "../../../../platform/errors.ts"
import { isSending, stateOfMail } from "../../../../platform/mail/mail-state.ts"
import { getMail, sendAgain } from "../../../../platform/mail/outbox.ts"
import { text_days } from "../../../../platform/mail/pruning.ts"
import { onPage } from "../../../../web/console/forms/form.ts"
import { MailTag } from "../../../../web/console/mails/mail-tag.tsx"
import { testMailForm, testMailUrl } from "../../../../web/console/mails/test-mail.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { registerSettings } from "../../../../web/console/settings/labels.ts"
import { When } from "../../../../web/console/times.tsx"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { PostButton } from "../../../../web/ui/components/button.tsx"
import { Card, SummaryCard } from "../../../../web/ui/components/card.tsx"
import { outboxPage, repliesForm, repliesUrl } from "./outbox-page.tsx"

const admin = { admin: true }

export function mailPages(console: Console): void {
  console.page("/console/settings/email", outboxPage, admin)
  console.form(repliesUrl, onPage("/console/settings/email", outboxPage, repliesForm), admin)
  console.form(testMailUrl, onPage("/console/settings/email", outboxPage, testMailForm), admin)
  registerSettings("/console/settings/email", firmFields(blankFirm).replies)
  console.page("/console/settings/email/:mail_id", mailPage, admin)
  console.action("/console/settings/email/:mail_id/sending", tryAgain, admin)
}

async function mailPage(req: PageRequest): Promise<View> {
  const { tx, parts, param } = req
  const mail = await getMail(tx, parts.ring, param("mail_id"))
  const state = stateOfMail(mail, isSending(parts))
  // Where nothing is sent, someone has to pass the code on. The audit log says who could.
  const isForRecipient = mail.is_secret && state.kind !== "unsent"
  await recordMail(tx, mail.is_secret && !isForRecipient ? "mail_secret_read" : "mail_read", mail)
  const mayTry = isSending(parts) && !mail.sent_at && state.kind !== "queued" && mail.has_text
  return {
    title: mail.subject,
    breadcrumbs: [{ text: "Email", href: "/console/settings/email" }],
    heading: {
      tag: <MailTag state={state} />,
      actions: mayTry && (
        <PostButton action={`/console/settings/email/${mail.id}/sending`} variant="secondary">
          Try again
        </PostButton>
      ),
    },
    body: (
      <>
        <SummaryCard
          rows={[
            { key: "To", value: mail.recipient },
            { key: "Replies go to", value: mail.reply_to ?? "No one" },
            { key: "Written", value: <When at={mail.created_at} req={req} /> },
            { key: "Sent", value: <When at={mail.sent_at} req={req} none="Not sent" /> },
            mail.fault !== null && { key: "Last error", value: mail.fault },
          ]}
        />
        <Card title="Text">
          {isForRecipient ? (
            <p>Only the recipient reads this text: it has a code or a link that signs them in.</p>
          ) : mail.has_text ? (
            <div class="long-text">{withLinks(mail.text)}</div>
          ) : (
            <p>The text was deleted {text_days} days after it was written.</p>
          )}
        </Card>
      </>
    ),
  }
}

/** Turns URLs in plain text into links, which staff use when no email is sent. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={`${index}-${part}`} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}

async function tryAgain({ tx, parts, param }: PageRequest): Promise<PageResponse> {
  const mail = await getMail(tx, parts.ring, param("mail_id"))
  const { id, sent_at, has_text } = mail
  if (sent_at) throw conflict("already_sent", "This email was sent in the meantime.")
  if (!has_text)
    throw conflict(
      "text_removed",
      "The text of this email has been deleted because of its age. Send a new one.",
    )
  await sendAgain(tx, id)
  await recordMail(tx, "mail_queued", mail)
  return { to: `/console/settings/email/${id}`, flash: { done: "mail_queued" } }
}

/** Records the matter too, so that only members who may see the matter see the entry. */
function recordMail(
  tx: PageRequest["tx"],
  action: string,
  { id, matter_id, subject, recipient }: Awaited<ReturnType<typeof getMail>>,
): Promise<void> {
  const label = `${subject} to ${recipient}`
  return recordAudit(tx, action, { matter_id: matter_id ?? undefined, record_id: id, label })
}

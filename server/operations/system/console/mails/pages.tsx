import { recordAudit } from "../../../../firm/audit/audit.ts"
import { blankFirm, firmFields } from "../../../../firm/firms/console/fields.tsx"
import { settingsForm } from "../../../../firm/firms/console/settings-form.ts"
import { conflict } from "../../../../platform/errors.ts"
import { isSending, stateInOutbox } from "../../../../platform/mail/mail-state.ts"
import { getMail, listMails, sendAgain } from "../../../../platform/mail/outbox.ts"
import { text_days } from "../../../../platform/mail/pruning.ts"
import { onPage } from "../../../../web/console/forms/form.ts"
import { isPastTheEnd, PagedTable, readPage } from "../../../../web/console/list-pages.tsx"
import { MailTag, mailStates } from "../../../../web/console/mails/mail-tag.tsx"
import { NoMailServer } from "../../../../web/console/mails/no-mail-server.tsx"
import { testMailForm, testMailUrl } from "../../../../web/console/mails/test-mail.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { registerSettings } from "../../../../web/console/settings/labels.ts"
import { When } from "../../../../web/console/times.tsx"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { PostButton } from "../../../../web/ui/components/button.tsx"
import { Card, EmptyState, SummaryCard } from "../../../../web/ui/components/card.tsx"
import { EmailAddress } from "../../../../web/ui/components/email-address.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"

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
  const state = stateInOutbox(mail, isSending(parts))
  // Where nothing is sent, someone has to pass the code on. The audit log says who could.
  const isForRecipient = mail.is_secret && state.kind !== "unsent"
  await recordMail(tx, mail.is_secret && !isForRecipient ? "mail_secret_read" : "mail_read", mail)
  const mayTry = mail.has_text && ["failed", "retrying"].includes(state.kind)
  return {
    title: mail.subject,
    breadcrumbs: [{ text: "Email", href: "/console/settings/email" }],
    tag: <MailTag state={state} />,
    actions: mayTry && (
      <PostButton action={`/console/settings/email/${mail.id}/sending`} variant="secondary">
        Try again
      </PostButton>
    ),
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

const home = "/console/settings/email"
const mailKinds = Object.keys(mailStates) as (keyof typeof mailStates)[]
const repliesUrl = `${home}/replies`
const repliesForm = settingsForm("replies", { title: "Replies", to: home })

async function outboxPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, parts, query } = req
  const typed = { to: query.to?.trim() ?? "", state: mailKinds.find((kind) => kind === query.state) }
  const { rows, list } = await readPage(req, { home, limit: 50, filters: typed }, (page) =>
    listMails(tx, parts.ring, page, {
      recipient: typed.to,
      ...(typed.state && { state: { kind: typed.state, is_sending: isSending(parts) } }),
    }),
  )
  const isFiltered = typed.to !== "" || typed.state !== undefined
  return {
    title: "Email",
    status: isPastTheEnd(list) ? 404 : 200,
    lede: "Every email to clients and colleagues, latest first.",
    banner: !isSending(parts) && <NoMailServer />,
    body: (
      <>
        <FilterBar action={home} label="Filter the outbox" isFiltered={isFiltered}>
          <TextField
            id="to"
            label="To"
            hint="Any part of the address"
            value={typed.to}
            autocomplete="off"
            spellcheck={false}
          />
          <SelectField
            id="state"
            label="State"
            placeholder="Any"
            value={typed.state}
            options={mailKinds.map((kind) => ({ value: kind, label: mailStates[kind].text }))}
          />
        </FilterBar>
        <PagedTable
          {...{ rows, list }}
          caption="Emails, latest first"
          flowing
          columns={[
            {
              label: "Subject",
              cell: (mail) => (
                <>
                  <a href={`/console/settings/email/${mail.id}`}>
                    {mail.subject}
                    <span class="visually-hidden"> to {mail.recipient}</span>
                  </a>
                  <span class="cell-note cell-line">
                    <EmailAddress email={mail.recipient} />
                  </span>
                </>
              ),
            },
            {
              label: "State",
              narrow: true,
              cell: (mail) => <MailTag state={stateInOutbox(mail, isSending(parts))} />,
            },
            { label: "Written", cell: (mail) => <When at={mail.created_at} req={req} /> },
            { label: "Sent", cell: (mail) => <When at={mail.sent_at} req={req} /> },
          ]}
          noMatch={isFiltered && "No matching emails"}
          empty={
            <EmptyState title="No emails yet" icon="mail">
              Invitations and notices appear here.
            </EmptyState>
          }
        />
        {await testMailForm.section(req, { action: testMailUrl }, refused)}
        {await repliesForm.section(req, { action: repliesUrl, isCard: true }, refused)}
      </>
    ),
  }
}

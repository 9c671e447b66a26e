import { settingsForm } from "../../../../firm/firms/console/settings-form.ts"
import { isSending, stateOfMail } from "../../../../platform/mail/mail-state.ts"
import { listMails } from "../../../../platform/mail/outbox.ts"
import { isPastTheEnd, PagedTable, readPage } from "../../../../web/console/list-pages.tsx"
import { MailTag, mailStates } from "../../../../web/console/mails/mail-tag.tsx"
import { NoMailServer } from "../../../../web/console/mails/no-mail-server.tsx"
import { testMailForm, testMailUrl } from "../../../../web/console/mails/test-mail.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { EmptyState } from "../../../../web/ui/components/card.tsx"
import { EmailAddress } from "../../../../web/ui/components/email-address.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"

const home = "/console/settings/email"
const mailKinds = Object.keys(mailStates) as (keyof typeof mailStates)[]
export const repliesUrl = `${home}/replies`
export const repliesForm = settingsForm("replies", { title: "Replies", to: home })

/** The list of emails, filtered by recipient and state. */
export async function outboxPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
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
    heading: { lede: "Every email to clients and colleagues, latest first." },
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
          list={list}
          pages="Pages of emails"
          caption="Emails, latest first"
          flowing
          columns={[
            {
              label: "Subject",
              primary: true,
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
              cell: (mail) => <MailTag state={stateOfMail(mail, isSending(parts))} />,
            },
            { label: "Written", cell: (mail) => <When at={mail.created_at} req={req} /> },
            { label: "Sent", cell: (mail) => <When at={mail.sent_at} req={req} /> },
          ]}
          records={rows}
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

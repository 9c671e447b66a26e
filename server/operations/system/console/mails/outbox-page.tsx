import { isSending, stateOfMail } from "../../../../platform/mail/mail-state.ts"
import { listMails } from "../../../../platform/mail/outbox.ts"
import { isPastTheEnd, PagedTable, pageAt, pageUrl } from "../../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../../web/ui/components/empty-state.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { MailTag, mailStates, mailStateWords } from "./mail-tag.tsx"
import { NoMailServer } from "./no-mail-server.tsx"
import { testMailUrl } from "./test-mail.tsx"

/** The list of emails, filtered by recipient and state. */
export async function outboxPage(req: PageRequest): Promise<View> {
  const { tx, parts, query } = req
  const page = pageAt(req, 50)
  const typed = { to: query.to?.trim() ?? "", state: mailStates.find((kind) => kind === query.state) }
  const { rows, ...counted } = await listMails(tx, page, {
    recipient: typed.to,
    ...(typed.state && { state: { kind: typed.state, is_sending: isSending(parts) } }),
  })
  const isFiltered = typed.to !== "" || typed.state !== undefined
  const href = (number: number) => pageUrl("/console/mails", number, typed)
  const list = { ...page, ...counted, href }
  return {
    title: "Email outbox",
    status: isPastTheEnd(list) ? 404 : 200,
    heading: {
      lede: "Every email to clients and colleagues, latest first.",
      actions: (
        <LinkButton href={testMailUrl} variant="secondary">
          Send a test email
        </LinkButton>
      ),
    },
    banner: !isSending(parts) && <NoMailServer />,
    body: (
      <>
        <Filters {...typed} isFiltered={isFiltered} />
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
                <a href={`/console/mails/${mail.id}`}>
                  {mail.subject}
                  <span class="visually-hidden"> to {mail.recipient}</span>
                </a>
              ),
            },
            { label: "To", cell: (mail) => mail.recipient },
            {
              label: "State",
              narrow: true,
              cell: (mail) => <MailTag state={stateOfMail(mail, isSending(parts))} />,
            },
            { label: "Written", cell: (mail) => <When at={mail.created_at} req={req} /> },
            { label: "Sent", cell: (mail) => <When at={mail.sent_at} req={req} /> },
          ]}
          records={rows}
          id={(mail) => mail.id}
          empty={
            isFiltered ? (
              <EmptyState
                title="No matching emails"
                icon="search"
                action={<a href="/console/mails">Show all emails</a>}
              />
            ) : (
              <EmptyState title="No emails yet" icon="mail">
                Invitations and notices appear here.
              </EmptyState>
            )
          }
        />
      </>
    ),
  }
}

function Filters({ to, state, isFiltered }: { to: string; state: string | undefined; isFiltered: boolean }) {
  return (
    <FilterBar
      action="/console/mails"
      label="Filter the outbox"
      submit={
        <>
          <Button variant="secondary">Apply</Button>
          {isFiltered && (
            <LinkButton href="/console/mails" variant="quiet">
              Clear
            </LinkButton>
          )}
        </>
      }
    >
      <TextField
        id="to"
        label="To"
        hint="Any part of the address"
        value={to}
        autocomplete="off"
        spellcheck={false}
      />
      <SelectField
        id="state"
        label="State"
        placeholder="Any"
        value={state}
        options={mailStates.map((kind) => ({ value: kind, label: mailStateWords(kind) }))}
      />
    </FilterBar>
  )
}

import { declined_days, type InquiryRow, listDeclined, listInquiries } from "../../inquiries/inquiries.ts"
import { listStartPages, type OpenStartPage, startPageUrl } from "../../questionnaires/start-page.ts"
import { Card } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { EmailAddress } from "../../ui/components/email-address.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { Tabs } from "../../ui/components/tabs.tsx"
import { isPastTheEnd, ListPagination, NoSuchPage, pageAt, pageUrl } from "../list-pages.tsx"
import type { PageRequest } from "../page-request.ts"
import { When } from "../times.tsx"
import type { View } from "../view.tsx"
import { inquiriesUrl, nameOf } from "./require-inquiry.ts"

/** Who asked to become a client and waits for an answer, the longest wait first; or who was declined. */
export async function inquiriesPage(req: PageRequest): Promise<View> {
  const title = "Inquiries"
  if (req.staff.assigned_matters_only) return { title, body: <NotForLimited /> }
  const isDeclined = req.query.of === "declined"
  const page = pageAt(req, 25)
  const pages = await listStartPages(req.tx)
  const { rows, ...counted } = await (isDeclined ? listDeclined : listInquiries)(req.tx, page)
  const of = isDeclined ? "declined" : undefined
  const list = { ...page, ...counted, href: (number: number) => pageUrl(inquiriesUrl, number, { of }) }
  const tabs = [
    { href: inquiriesUrl, text: "Waiting", current: !isDeclined },
    { href: `${inquiriesUrl}?of=declined`, text: "Declined", current: isDeclined },
  ]
  return {
    title,
    heading: { lede: "People who ask to become clients. Nothing is created before you accept." },
    tabs: <Tabs label="Which inquiries" items={tabs} />,
    body: isPastTheEnd(list) ? (
      <NoSuchPage href={list.href} />
    ) : counted.count === 0 ? (
      <Nothing isDeclined={isDeclined} pages={pages} req={req} />
    ) : (
      <>
        <Card flush>
          <Rows rows={rows} isDeclined={isDeclined} req={req} />
        </Card>
        {!isDeclined && pages.length > 0 && <OpenPages pages={pages} req={req} />}
        {isDeclined && <p class="hint">Deleted for good {declined_days} days after they were declined.</p>}
        <ListPagination label="Pages of inquiries" {...list} />
      </>
    ),
  }
}

function Rows(props: { rows: readonly InquiryRow[]; isDeclined: boolean; req: PageRequest }) {
  const { rows, isDeclined, req } = props
  return (
    <DataTable
      caption={isDeclined ? "Declined inquiries, latest first" : "Inquiries that wait, longest wait first"}
      columns={[
        { key: "name", label: "Name", primary: true },
        { key: "questionnaire", label: "About" },
        { key: "email", label: "Email" },
        { key: "received", label: "Received" },
        isDeclined
          ? { key: "decided", label: "Declined" }
          : { key: "check", label: "Conflict check", hideLabel: true, align: "end" as const },
      ]}
      rows={rows.map((row) => ({
        id: row.id,
        cells: {
          name: <a href={`${inquiriesUrl}/${row.id}`}>{nameOf(row)}</a>,
          questionnaire: row.questionnaire_title,
          email: <EmailAddress email={row.email} />,
          received: <When at={row.received_at} req={req} />,
          decided: (
            <>
              <When at={row.declined_at} req={req} />
              <span class="cell-note cell-line">{row.decided_by_name}</span>
            </>
          ),
          check: (
            <a href={`${inquiriesUrl}/${row.id}#conflicts`}>
              Conflict check<span class="visually-hidden"> of {nameOf(row)}</span>
            </a>
          ),
        },
      }))}
    />
  )
}

/** What people see who ask. */
function OpenPages({ pages, req }: { pages: readonly OpenStartPage[]; req: PageRequest }) {
  return (
    <p class="hint">
      Open start pages:{" "}
      {pages.map(({ id, title, url_short_name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <a href={startPageUrl(req.staff.firm.place, url_short_name)}>{title}</a>
        </span>
      ))}
    </p>
  )
}

function Nothing(props: { isDeclined: boolean; pages: readonly OpenStartPage[]; req: PageRequest }) {
  const { isDeclined, pages, req } = props
  if (isDeclined) return <EmptyState title="No inquiry was declined lately" icon="check-circle" />
  return pages.length > 0 ? (
    <EmptyState title="No inquiry waits" icon="check-circle" action={<OpenPages pages={pages} req={req} />}>
      Requests from your start pages appear here.
    </EmptyState>
  ) : (
    <EmptyState
      title="No start page is open"
      icon="link"
      action={<a href="/console/questionnaires">See the questionnaires</a>}
    >
      Open the start page of a questionnaire, and put its address on your website.
    </EmptyState>
  )
}

function NotForLimited() {
  return (
    <EmptyState title="Ask a colleague who sees all matters" icon="lock">
      Inquiries belong to no matter yet, and you see the matters assigned to you.
    </EmptyState>
  )
}

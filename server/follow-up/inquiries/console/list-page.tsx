import {
  listStartPages,
  max_start_pages,
  type OpenStartPage,
  startPageUrl,
} from "../../../intake/questionnaires/start-page.ts"
import { PagedTable, readPage } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { EmailAddress } from "../../../web/ui/components/email-address.tsx"
import { Tabs } from "../../../web/ui/components/tabs.tsx"
import { listDeclined, listInquiries } from "../inquiries.ts"
import { deletionText, inquiriesUrl, nameOf } from "./require-inquiry.tsx"

export async function inquiriesPage(req: PageRequest): Promise<View> {
  const title = "Inquiries"
  if (req.staff.assigned_matters_only)
    return {
      title,
      body: (
        <EmptyState title="Ask a colleague who sees all matters" icon="lock">
          Inquiries do not belong to a matter yet, and you see only the matters assigned to you.
        </EmptyState>
      ),
    }
  const isDeclined = req.query.of === "declined"
  const pages = await listStartPages(req.tx, max_start_pages + 1)
  const of = isDeclined ? "declined" : undefined
  const { rows, list } = await readPage(req, { home: inquiriesUrl, limit: 25, filters: { of } }, (page) =>
    (isDeclined ? listDeclined : listInquiries)(req.tx, page),
  )
  const tabs = [
    { href: inquiriesUrl, text: "Waiting", current: !isDeclined },
    { href: `${inquiriesUrl}?of=declined`, text: "Declined", current: isDeclined },
  ]
  return {
    title,
    lede: "People who would like to become clients. Nothing is created until you accept.",
    tabs: <Tabs label="Inquiries by state" items={tabs} />,
    body: (
      <>
        <PagedTable
          {...{ rows, list }}
          caption={isDeclined ? "Declined inquiries, latest first" : "Open inquiries, oldest first"}
          columns={[
            { label: "Name", cell: (row) => <a href={`${inquiriesUrl}/${row.id}`}>{nameOf(row)}</a> },
            { label: "About", cell: (row) => row.questionnaire_title },
            {
              label: "Contact",
              narrow: true,
              cell: (row) => (
                <>
                  <EmailAddress email={row.email} />
                  {row.phone && (
                    <span class="cell-note cell-line" dir="ltr">
                      {row.phone}
                    </span>
                  )}
                </>
              ),
            },
            { label: "Source", cell: (row) => row.source },
            { label: "Received", cell: (row) => <When at={row.received_at} req={req} /> },
            isDeclined
              ? {
                  label: "Declined",
                  cell: (row) => (
                    <>
                      <When at={row.declined_at} req={req} />
                      <span class="cell-note cell-line">{row.decided_by_name}</span>
                    </>
                  ),
                }
              : {
                  label: "Conflict check",
                  isButtons: true,
                  cell: (row) => (
                    <a href={`${inquiriesUrl}/${row.id}#conflicts`}>
                      Conflict check<span class="visually-hidden"> of {nameOf(row)}</span>
                    </a>
                  ),
                },
          ]}
          empty={<Nothing isDeclined={isDeclined} pages={pages} />}
        />
        {!isDeclined && pages.length > 0 && <OpenPages pages={pages} req={req} />}
        {isDeclined && list.count > 0 && <p class="hint">A declined inquiry is {deletionText(req)}</p>}
      </>
    ),
  }
}

function OpenPages({ pages, req }: { pages: readonly OpenStartPage[]; req: PageRequest }) {
  return (
    <p class="hint">
      Open start pages:{" "}
      {pages.slice(0, max_start_pages).map(({ id, title, url_short_name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <a href={startPageUrl(req.staff.firm.place, url_short_name)}>{title}</a>
        </span>
      ))}
      {pages.length > max_start_pages && (
        <>
          {" "}
          and those of <a href="/console/questionnaires">other questionnaires</a>
        </>
      )}
      . To see where people come from, add a word to a link: <code class="one-line">?source=Website</code>
    </p>
  )
}

function Nothing({ isDeclined, pages }: { isDeclined: boolean; pages: readonly OpenStartPage[] }) {
  if (isDeclined) return <EmptyState title="No recently declined inquiries" icon="check-circle" />
  return pages.length > 0 ? (
    <EmptyState title="No open inquiries" icon="check-circle">
      Inquiries from your start pages appear here.
    </EmptyState>
  ) : (
    <EmptyState
      title="No open start pages"
      icon="link"
      action={<a href="/console/questionnaires">See the questionnaires</a>}
    >
      Open the start page of a questionnaire and put its address on your website.
    </EmptyState>
  )
}

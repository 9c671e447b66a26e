import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { max_counted } from "../../queues/queues.ts"
import { cappedCountText } from "../../queues/words.ts"
import { countInquiries, type InquiryRow, listInquiries } from "../inquiries.ts"
import { inquiriesUrl, nameOf } from "./require-inquiry.tsx"

const max_shown = 5

export interface WaitingInquiries {
  count: number
  rows: readonly InquiryRow[]
}

/** The open inquiries for the home page; undefined for members who may not see inquiries. */
export async function readWaitingInquiries({
  tx,
  staff,
}: PageRequest): Promise<WaitingInquiries | undefined> {
  if (staff.assigned_matters_only) return undefined
  const count = await countInquiries(tx, max_counted)
  const { rows } =
    count > 0 ? await listInquiries(tx, { page: 1, limit: max_shown, offset: 0 }) : { rows: [] }
  return { count, rows }
}

export function InquiriesCard({ count, rows, req }: WaitingInquiries & { req: PageRequest }) {
  if (count === 0) return null
  return (
    <Card
      flush
      title="Inquiries"
      footer={
        count > rows.length && (
          <a href={inquiriesUrl}>
            All {cappedCountText(count, max_counted)}
            <span class="visually-hidden"> inquiries</span>
          </a>
        )
      }
    >
      <ul class="queue-list">
        {rows.map((row) => (
          <li key={row.id}>
            <div class="queue-item">
              <a class="queue-name" href={`${inquiriesUrl}/${row.id}`}>
                {nameOf(row)}
              </a>
              <p class="cell-note">
                {row.questionnaire_title} · Received <When at={row.received_at} req={req} />
              </p>
            </div>
            <div class="queue-actions">
              <LinkButton href={`${inquiriesUrl}/${row.id}`} variant="secondary" small>
                Open<span class="visually-hidden"> {nameOf(row)}</span>
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

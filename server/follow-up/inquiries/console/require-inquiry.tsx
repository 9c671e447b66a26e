import { yearsOfNames } from "../../../intake/conflict-names/conflict-names.ts"
import { yearsText } from "../../../intake/matters/retention.ts"
import { markOpened } from "../../../intake/notifications/inbox.ts"
import { conflict, notFound } from "../../../platform/errors.ts"
import { isSending } from "../../../platform/mail/mail-state.ts"
import { NoMailServer } from "../../../web/console/mails/no-mail-server.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { declined_days, getInquiry, type InquiryRow } from "../inquiries.ts"

export const inquiriesUrl = "/console/inquiries"
export const crumb = { text: "Inquiries", href: inquiriesUrl }

export type Inquiry = InquiryRow & { message: string }

/**
 * The inquiry in the path; marks the member's notification of it as read. Throws "not found", also for members limited to
 * assigned matters.
 */
export async function requireInquiry({ tx, parts, staff, param }: PageRequest): Promise<Inquiry> {
  if (staff.assigned_matters_only) throw notFound()
  const inquiry = await getInquiry(tx, parts.ring, param("inquiry_id"))
  if (staff.unread_notifications > 0)
    staff.unread_notifications = await markOpened(tx, { inquiry_id: inquiry.id }, staff.unread_notifications)
  return inquiry
}

/** What becomes of a declined inquiry, and what is left of it. */
export function deletionText({ staff }: PageRequest): string {
  const years = yearsOfNames(staff.firm.settings)
  const rest = years === 0 ? "" : `; then only conflict checks still find the name, for ${yearsText(years)}`
  return `deleted for good after ${declined_days} days${rest}.`
}

/** What the forms that decide on an inquiry have; throws "conflict" if a colleague has already decided. */
export async function openWaiting(req: PageRequest, verb: string) {
  const inquiry = await requireInquiry(req)
  if (inquiry.accepted_at || inquiry.declined_at)
    throw conflict("inquiry_decided", "This inquiry has already been accepted or declined.")
  const url = `${inquiriesUrl}/${inquiry.id}`
  return {
    title: `${verb} ${nameOf(inquiry)}?`,
    breadcrumbs: [crumb, { text: nameOf(inquiry), href: url }],
    banner: !isSending(req.parts) && <NoMailServer />,
    record: inquiry,
    cancel: url,
  }
}

export function nameOf({ first_name, last_name }: Pick<Inquiry, "first_name" | "last_name">): string {
  return `${first_name} ${last_name}`.trim()
}

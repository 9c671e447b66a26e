import type { Console } from "../../../web/console/routing.ts"
import { accept, acceptancePage } from "./acceptance-page.tsx"
import { decline, decliningPage } from "./declining-page.tsx"
import { inquiryPage } from "./inquiry-page.tsx"
import { inquiriesPage } from "./list-page.tsx"

/** Inquiries from the firm's public start pages. */
export function inquiryPages(console: Console): void {
  const base = "/console/inquiries/:inquiry_id"
  console.page("/console/inquiries", inquiriesPage)
  console.page(base, inquiryPage)
  console.form(`${base}/acceptance`, { show: acceptancePage, act: accept })
  console.form(`${base}/declining`, { show: decliningPage, act: decline })
}

import { onPage } from "../../../web/console/forms/form.ts"
import type { Console } from "../../../web/console/routing.ts"
import { acceptanceForm, decliningForm } from "./decisions.tsx"
import { inquiryPage } from "./inquiry-page.tsx"
import { inquiriesPage } from "./list-page.tsx"
import { saveSource } from "./source.tsx"

/** Inquiries from the firm's public start pages. */
export function inquiryPages(console: Console): void {
  const base = "/console/inquiries/:inquiry_id"
  console.page("/console/inquiries", inquiriesPage)
  console.page(base, inquiryPage)
  console.action(`${base}/source`, saveSource)
  console.form(`${base}/acceptance`, acceptanceForm)
  console.form(`${base}/declining`, onPage(base, inquiryPage, decliningForm))
}

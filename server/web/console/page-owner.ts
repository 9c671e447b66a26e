import { randomBytes } from "node:crypto"
import type { Staff } from "../../firm/access/console.ts"
import { lateField } from "../../firm/access/late-forms.ts"
import { formIdField, ownerField } from "../../firm/access/owner-field.ts"
import { addToForms, consoleOwner } from "../../firm/access/page-owner.ts"
import type { Parts } from "../../parts.ts"

/** Adds hidden fields to the page's forms: the member it was rendered for, the form's own id, and the late form it shows. */
export function withPageOwner(
  html: string,
  { parts, staff, late }: { parts: Parts; staff: Staff | undefined; late?: string | undefined },
): string {
  if (!staff) return html
  const owner = consoleOwner.seal(parts.ring, [staff.firm.id, staff.user_id], parts.db.clock())
  // Ids that differ in their last digits alone compress well.
  const page_id = randomBytes(12).toString("base64url")
  let forms = 0
  return addToForms(html, () => ({
    [ownerField]: owner,
    [formIdField]: `${page_id}.${++forms}`,
    ...(late && { [lateField]: late }),
  }))
}

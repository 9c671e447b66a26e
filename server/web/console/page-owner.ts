import type { Staff } from "../../firm/access/console.ts"
import { lateField } from "../../firm/access/late-forms.ts"
import { ownerField } from "../../firm/access/owner-field.ts"
import { addToForms, consoleOwner } from "../../firm/access/page-owner.ts"
import type { Parts } from "../../parts.ts"

/** Adds two hidden fields to the page's forms: the member it was rendered for, and the late form it shows. */
export function withPageOwner(
  html: string,
  { parts, staff, late }: { parts: Parts; staff: Staff | undefined; late?: string | undefined },
): string {
  if (!staff) return html
  const owner = consoleOwner.seal(parts.ring, [staff.firm.id, staff.user_id], parts.db.clock())
  return addToForms(html, { [ownerField]: owner, ...(late && { [lateField]: late }) })
}

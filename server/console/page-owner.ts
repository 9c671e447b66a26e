import type { Staff } from "../access/console.ts"
import { lateField } from "../access/late-forms.ts"
import { consoleOwner, ownerField } from "../access/page-owner.ts"
import type { ConsoleParts } from "./page-request.ts"

/** Says in every form of a page whose it is, and which form it brings back. */
export function withPageOwner(
  html: string,
  { parts, staff, late }: { parts: ConsoleParts; staff: Staff | undefined; late?: string | undefined },
): string {
  if (!staff) return html
  const owner = consoleOwner.seal(parts.ring, [staff.firm.id, staff.user_id], parts.db.clock())
  const fields = hidden(ownerField, owner) + (late ? hidden(lateField, late) : "")
  // Here and not in each form, so that none can lack it. A form with files is not kept.
  return html.replace(/<form\b[^>"]*(?:"[^"]*"[^>"]*)*>/g, (form) =>
    /\bmethod="post"/.test(form) && !form.includes("multipart/form-data") ? form + fields : form,
  )
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${value}">`
}

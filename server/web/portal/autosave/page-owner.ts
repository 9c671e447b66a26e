import { ownerField } from "../../../firm/access/owner-field.ts"

/** The page's owner, to send with a request; undefined if the page names none. */
export function ownerOfPage(): string | undefined {
  return document.querySelector<HTMLInputElement>(`input[name="${ownerField}"]`)?.value
}

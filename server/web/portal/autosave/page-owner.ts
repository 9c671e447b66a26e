/** The hidden field that names the page's owner. It differs on every page and is never something the client typed. */
export const ownerField = "page_owner"

/** The page's owner, to send with a request; undefined if the page names none. */
export function ownerOfPage(): string | undefined {
  return document.querySelector<HTMLInputElement>(`input[name="${ownerField}"]`)?.value
}

/** The hidden field that says whose page it is: other with every page, and nothing that anybody typed. */
export const ownerField = "page_owner"

/** What the page says of whose it is, to be sent along; undefined where it says nothing. */
export function ownerOfPage(): string | undefined {
  return document.querySelector<HTMLInputElement>(`input[name="${ownerField}"]`)?.value
}

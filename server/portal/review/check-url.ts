/** The page where everything is checked and sent; with a part, that one is open and in view. */
export function checkUrl(section_id?: string): string {
  return section_id ? `/portal/check?part=${section_id}#${section_id}` : "/portal/check"
}

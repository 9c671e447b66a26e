/** Leads from a part that this page no longer has, because all operations stood on one, to the page that has it. */
export function openMovedSection(): void {
  const { hash } = location
  if (hash.length < 2 || document.getElementById(hash.slice(1))) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".reference-wide a")]
  const link = links.find((one) => one.hash === hash)
  if (link) location.replace(link.href)
}

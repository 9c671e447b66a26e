/** Marks the link to the section at the top of the window, and keeps it in sight. */
export function markCurrentSection(): void {
  const contents = document.querySelector<HTMLElement>(".reference-wide")
  if (!contents) return
  const links = new Map(
    [...contents.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  )
  const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? [])
  let current: HTMLAnchorElement | undefined
  let is_due = false
  const mark = () => {
    is_due = false
    const section = sections.findLast((each) => each.getBoundingClientRect().top < innerHeight / 3)
    const link = section && links.get(section.id)
    if (link === current) return
    current?.removeAttribute("aria-current")
    link?.setAttribute("aria-current", "true")
    current = link
    if (link) keepInSight(contents, link)
  }
  addEventListener(
    "scroll",
    () => {
      if (!is_due) requestAnimationFrame(mark)
      is_due = true
    },
    { passive: true },
  )
  mark()
}

/** Scrolls only the contents; `scrollIntoView` would scroll the page as well. */
function keepInSight(contents: HTMLElement, link: HTMLElement): void {
  const [frame, box] = [contents.getBoundingClientRect(), link.getBoundingClientRect()]
  if (box.top < frame.top || box.bottom > frame.bottom)
    contents.scrollTop += box.top - frame.top - frame.height / 2
}

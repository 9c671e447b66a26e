/**
 * Puts what has changed in a page loaded again in place of what is shown: the children of each element marked `data-live`,
 * by their ids. What someone is using stays, such as an open menu or a ticked row; returns whether all is placed.
 */
export function placeChanges(page: Document): boolean {
  const lists = [...document.querySelectorAll("main [data-live]")]
  const fresh = [...page.querySelectorAll("main [data-live]")]
  // A list that was empty, or is now, has another page around it.
  if (lists.map(({ id }) => id).join() !== fresh.map(({ id }) => id).join()) {
    if (isUsed(document.body)) return false
    location.reload()
    return true
  }
  return lists.map((list, at) => placeChildren(list, fresh[at] as Element)).every(Boolean)
}

function placeChildren(list: Element, fresh: Element): boolean {
  const shown = new Map([...list.children].map((child, at) => [keyOf(child, at), child]))
  const wanted = [...fresh.children].map((child, at) => [keyOf(child, at), child] as const)
  const earlier = new Set<Element>()
  // Earlier entries that a reader has loaded above those of the page.
  const first = list.hasAttribute("data-keeps-earlier") && wanted[0] ? shown.get(wanted[0][0]) : undefined
  for (let old = first?.previousElementSibling; old; old = old.previousElementSibling) earlier.add(old)
  let isDone = true
  let last = first?.previousElementSibling
  for (const [key, child] of wanted) {
    const old = shown.get(key)
    shown.delete(key)
    const isSame = old && textOf(old) === textOf(child)
    const stays = old && (isSame || isUsed(old))
    if (stays && !isSame) isDone = false
    const next = stays ? old : child
    if (old && !stays) replace(old, next)
    const before = last ? last.nextElementSibling : list.firstElementChild
    // Moving an element takes the focus from it.
    if (next !== before && !isUsed(next)) list.insertBefore(next, before)
    last = next
  }
  for (const old of shown.values()) {
    if (earlier.has(old)) continue
    if (isUsed(old)) isDone = false
    else old.remove()
  }
  return isDone
}

/** What was unfolded stays so. */
function replace(old: Element, next: Element): void {
  const folds = next.querySelectorAll("details")
  for (const [at, { open }] of old.querySelectorAll("details").entries())
    if (open) folds[at]?.setAttribute("open", "")
  old.replaceWith(next)
}

function keyOf({ id, tagName }: Element, at: number): string {
  return id || `${tagName} ${at}`
}

/** What a reader or a press would notice: not the values by which the server knows a form again. */
function textOf(element: Element): string {
  return element.outerHTML.replace(/<input type="hidden"[^<>]*>|<details[^<>]*>/g, "")
}

function isUsed(element: Element): boolean {
  const active = document.activeElement
  const hasFocus = active !== document.body && element.contains(active)
  return (
    hasFocus ||
    element.querySelector(
      "details[open] > .dropdown-panel, [aria-busy=true], dialog[open], input:checked",
    ) !== null
  )
}

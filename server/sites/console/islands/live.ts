import { background, loadPageAgain } from "../../../web/console/in-place/load.ts"

// Shows what others change: asks for the stamp of what the page shows and, once it is another, puts what has changed in
// place. Without script, people load the page again.

const period_ms = 2_000
/** Whoever is away asks less often. */
const away_after_ms = 300_000
const away_period_ms = 30_000
/** A row does not move from under the pointer. */
const still_ms = 400
/** Whoever reads the end of a conversation goes on reading its end. */
const near_end_px = 80

let followed = document.getElementById("followed")
let acted_ms = performance.now()
let isPressed = false
let isWaiting = false
let own_changes = 0
let loaded: { page: Document; stamp: string } | undefined

for (const type of ["pointermove", "pointerdown", "keydown", "wheel"])
  addEventListener(type, noteAct, { capture: true, passive: true })
for (const type of ["pointerdown", "dragstart", "pointerup", "pointercancel", "dragend"])
  addEventListener(type, notePress, true)
document.addEventListener("visibilitychange", () => void ask(followed))
// What is changed here is newer than a page that waits to be placed, or is on its way.
for (const type of ["in-place-sent", "in-place-done", "in-place-refused"])
  document.addEventListener(type, () => {
    own_changes += 1
    loaded = undefined
  })

function noteAct(): void {
  acted_ms = performance.now()
}

function notePress({ type }: Event): void {
  isPressed = type === "pointerdown" || type === "dragstart"
}

function askLater(): void {
  const isAway = performance.now() - acted_ms > away_after_ms
  setTimeout(() => void ask(followed).finally(askLater), isAway ? away_period_ms : period_ms)
}

async function ask(shown: HTMLElement | null): Promise<void> {
  const { href, stamp } = shown?.dataset ?? {}
  if (!shown || !href || document.hidden) return
  const changes = own_changes
  const answer = await fetch(href, background).catch(() => undefined)
  // Signed out, or the matter is no longer this reader's.
  if (answer && (answer.redirected || [401, 403, 404].includes(answer.status))) followed = null
  // Otherwise, the server is away for a moment.
  if (!answer?.ok || !followed) return
  const current = await answer.text()
  if (current === stamp) return
  if (loaded?.stamp !== current) {
    const page = await loadPageAgain()
    if (!page || own_changes !== changes) return
    loaded = { page, stamp: page.getElementById("followed")?.dataset.stamp ?? "" }
  }
  place(shown, loaded)
}

function place(shown: HTMLElement, { page, stamp }: { page: Document; stamp: string }): void {
  if (isPressed || performance.now() - acted_ms < still_ms) {
    waitUntilStill(shown)
    return
  }
  const list = document.querySelector("[data-keeps-earlier]")
  const isAtEnd = list && innerHeight + scrollY > document.documentElement.scrollHeight - near_end_px
  if (placeChanges(page)) shown.dataset.stamp = stamp
  if (isAtEnd) scrollTo({ top: document.documentElement.scrollHeight })
}

function waitUntilStill(shown: HTMLElement): void {
  if (isWaiting) return
  isWaiting = true
  setTimeout(() => {
    isWaiting = false
    if (loaded) place(shown, loaded)
  }, still_ms)
}

askLater()

/**
 * Puts what has changed in a page loaded again in place of what is shown: the children of each element marked `data-live`,
 * by their ids. What someone is using stays, such as an open menu or a ticked row; returns whether all is placed.
 */
function placeChanges(page: Document): boolean {
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
  const isTicked = [...element.querySelectorAll("input")].some((box) => box.checked !== box.defaultChecked)
  const inUse = "details[open] > .dropdown-panel, [aria-busy=true], dialog[open]"
  return hasFocus || isTicked || element.querySelector(inUse) !== null
}

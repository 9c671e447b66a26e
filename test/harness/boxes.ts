// Where everything on a page stands, at four widths, and with text twice as large on the widest and the narrowest. Boxes are measured, because a test that
// clicks scrolls to what no one sees.
import type { Page } from "playwright-core"

/** Widths, how many times larger than usual text is, and whether menus open: the widest and the narrowest have all faults theirs can have. */
const sizes: readonly (readonly [width: number, zoom: number, opens: boolean])[] = [
  [1280, 1, true],
  [1024, 1, false],
  [800, 1, false],
  [360, 1, true],
  // Then only the text changes, and last only the width: each change lays out the entire page.
  [360, 2, true],
  [1280, 2, false],
]

const known_frames = new WeakSet<Page>()

/**
 * Returns where the page scrolls sideways, cuts off words, or covers something to press, and the menus and dialogs that
 * open outside the window. Leaves the page as wide as it was.
 */
export async function listMisplacedBoxes(page: Page): Promise<string[]> {
  // What all pages have around them opens on the first.
  const is_frame_known = known_frames.has(page)
  known_frames.add(page)
  const settings = await page.context().newCDPSession(page)
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  let shown = { ...size, zoom: 1 }
  const resize = async (next: typeof shown) => {
    const { width, height, zoom } = next
    if (width !== shown.width || height !== shown.height) await page.setViewportSize({ width, height })
    // As a browser's setting does it, which conditions of styles follow.
    if (zoom !== shown.zoom) await settings.send("Page.setFontSizes", { fontSizes: { standard: 16 * zoom } })
    shown = next
  }
  await page.evaluate(prepare)
  const faults: string[] = []
  for (const [width, zoom, opens] of sizes) {
    await resize({ width, height: 800, zoom })
    const found = await page.evaluate(findMisplaced, { is_frame_known, opens })
    faults.push(...found.map((fault) => `${width} px × ${zoom}: ${fault}`))
  }
  await resize({ ...size, zoom: 1 })
  await page.evaluate(restore)
  await settings.detach()
  return faults
}

/** In the page: unfolds what belongs to the page, chooses the menus to open, and loads what they hold. */
async function prepare(): Promise<void> {
  const all = [...document.querySelectorAll<HTMLDetailsElement>("details")]
  const isMenu = (each: Element) => each.matches(".dropdown, .menu, .user-menu")
  /** A bar that stays at the foot of the window covers the page for as long as a part of it is unfolded. */
  const isInBar = (each: Element) => {
    const form = each.closest("form")
    return form !== null && getComputedStyle(form).position === "sticky"
  }
  // Of menus that a list repeats, the first and the last.
  const kinds = new Map<string, HTMLDetailsElement[]>()
  for (const each of all) {
    if (isInBar(each)) {
      each.dataset.inBar = ""
      continue
    }
    if (!isMenu(each)) {
      if (!each.open) each.dataset.unfolded = ""
      each.open = true
      continue
    }
    const row = each.closest("tr, li, article")
    const kind = row ? `${row.parentElement?.className} ${each.id.replace(/_\w{32}.*|\d+/g, "")}` : each.id
    kinds.set(kind, [...(kinds.get(kind) ?? []), each])
  }
  for (const some of kinds.values()) {
    for (const menu of new Set([some[0], some.at(-1)])) {
      const panel = menu?.querySelector(".dropdown-panel")
      if (menu) menu.dataset.measured = ""
      if (!menu?.dataset.menu || !panel) continue
      const loaded = new Promise((resolve) =>
        new MutationObserver(resolve).observe(panel, { childList: true }),
      )
      menu.open = true
      await loaded
      menu.open = false
    }
  }
}

function restore(): void {
  for (const each of document.querySelectorAll<HTMLDetailsElement>("[data-unfolded]")) each.open = false
  scrollTo(0, 0)
}

/** In the page: what stands in the wrong place. */
function findMisplaced({ is_frame_known, opens }: { is_frame_known: boolean; opens: boolean }): string[] {
  const root = document.documentElement
  const found: string[] = []
  const name = (each: Element) =>
    `${each.tagName.toLowerCase()}.${each.getAttribute("class") ?? ""} “${(each.textContent || (each.getAttribute("name") ?? "")).trim().replace(/\s+/g, " ").slice(0, 40)}”`
  const pressed = "a[href], button, input:not([type=hidden]), select, textarea, summary"
  const isShown = (each: Element) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !each.closest(".visually-hidden, .skip-link")

  const scrollersOf = (each: Element, name: "overflow" | "overflowX") => {
    const boxes: Element[] = []
    for (let box = each.parentElement; box && box !== document.body; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box)[name])) boxes.push(box)
    return boxes
  }
  let known = root.clientWidth
  const findWide = (where: string) => {
    if (root.scrollWidth <= known) return
    known = root.scrollWidth
    const wide = [...document.body.querySelectorAll("*")].filter(
      (each) =>
        each.getBoundingClientRect().right + scrollX > root.clientWidth + 0.5 &&
        isShown(each) &&
        scrollersOf(each, "overflowX").length === 0,
    )
    const causes = wide.filter((each) => !each.parentElement || !wide.includes(each.parentElement))
    found.push(
      `${where} is ${root.scrollWidth} of ${root.clientWidth} px wide: ${causes.slice(0, 3).map(name).join(", ")}`,
    )
  }
  const findCut = (within: Element) => {
    for (const each of within.querySelectorAll<HTMLElement>("*")) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = each
      const [isWide, isHigh] = [scrollWidth > clientWidth + 1, scrollHeight > clientHeight + 2]
      // Elements in running text have no box of their own.
      if (clientWidth <= 1 || !(isWide || isHigh) || each.matches("input, textarea, svg, svg *")) continue
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(each)
      const isHidden = (value: string) => value === "hidden" || value === "clip"
      const isCut = isWide && (isHidden(overflowX) || each.matches("button, .button, .tag, .count"))
      if (!isCut && !(isHigh && isHidden(overflowY))) continue
      if (!isShown(each) || !each.textContent?.trim()) continue
      // The first lines of what it unfolds; with a mouse, a tooltip has the rest.
      if (each.closest("summary") && webkitLineClamp !== "none") continue
      if (textOverflow === "ellipsis" && each.closest("[title]") && innerWidth >= 720) continue
      found.push(`cut: ${name(each)} ${scrollWidth} × ${scrollHeight} of ${clientWidth} × ${clientHeight} px`)
    }
  }
  const isScrolledAway = (each: Element, x: number, y: number) =>
    scrollersOf(each, "overflow").some((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      return x < left || x > right || y < top || y > bottom
    })
  const findCovered = (controls: readonly HTMLElement[]) => {
    for (const each of controls) {
      const [box] = each.getClientRects()
      if (!box) continue
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const hit = document.elementFromPoint(x, y)
      if (hit && (each.contains(hit) || hit.contains(each))) continue
      if (isScrolledAway(each, x, y)) continue
      if (hit?.closest("label")?.contains(each) || (each as HTMLInputElement).labels?.[0]?.contains(hit))
        continue
      found.push(`covered: ${name(each)} by ${hit ? name(hit) : "nothing in the window"}`)
    }
  }
  // Of rows that a list repeats, the first three and the last.
  const repeated = ":is(tr, li):nth-child(n + 4):not(:last-child)"
  const pressable = (within: ParentNode) =>
    [...within.querySelectorAll<HTMLElement>(pressed)].filter((each) => {
      if (each.closest(repeated)) return false
      const [box] = isShown(each) ? each.getClientRects() : []
      return box && box.width >= 2 && box.height >= 2
    })
  // A window after the other, leaving out its edges, where bars stay while the page moves.
  const findCoveredOnPage = () => {
    const edge = 200
    const controls = pressable(document.body).map((each) => {
      const [box] = each.getClientRects()
      return { each, at: box ? box.top + box.height / 2 + scrollY : 0 }
    })
    const last = root.scrollHeight - innerHeight
    for (let top = 0; ; top += innerHeight - 2 * edge) {
      scrollTo(0, top)
      const [from, to] = [top === 0 ? 0 : top + edge, top >= last ? Infinity : top + innerHeight - edge]
      findCovered(controls.filter(({ at }) => at >= from && at < to).map(({ each }) => each))
      if (top >= last) return
    }
  }
  const findOutside = (box: Element) => {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    if (left < -0.5 || right > root.clientWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5)
      found.push(`outside: ${name(box)} ${[left, top, right, bottom].map(Math.round)}`)
  }

  findWide("the page")
  findCut(document.body)
  findCoveredOnPage()
  if (!opens) return [...new Set(found)]
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("[data-measured]")) {
    const summary = menu.querySelector("summary")
    if (!summary?.checkVisibility() || (is_frame_known && !menu.closest(".console-content, main"))) continue
    // Before it opens: a panel follows its button's place of one frame.
    summary.scrollIntoView({ block: "center" })
    menu.open = true
    for (const box of [...menu.children].slice(1)) {
      if (getComputedStyle(box).position !== "static") findOutside(box)
      findCut(box)
      findCovered(pressable(box))
    }
    findWide(`with ${name(summary)}, the page`)
    menu.open = false
  }
  for (const part of document.querySelectorAll<HTMLDetailsElement>("[data-in-bar]")) {
    if (!part.checkVisibility()) continue
    part.open = true
    const bar = part.closest("form") ?? part
    findOutside(bar)
    findCut(bar)
    findCovered(pressable(bar))
    part.open = false
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    if (is_frame_known) break
    dialog.showModal()
    findOutside(dialog)
    findCut(dialog)
    findCovered(pressable(dialog))
    dialog.close()
  }
  return [...new Set(found)]
}

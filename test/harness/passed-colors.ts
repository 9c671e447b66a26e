// Every page has text in the same colors on the same backgrounds: axe checks each combination once, and none that is
// plainly readable: opaque text with enough contrast for any size, on a background that nothing changes.
import type { Page } from "playwright-core"
import { hasPassed, recordPass } from "./passed-checks.ts"

/** Matches text that axe's contrast check skips. */
export const passed_text = "data-passed-colors"

/** Marks text whose combination has already passed, until `unmark`; `fresh` are the remaining kinds. */
export async function markPassedColors(page: Page): Promise<{ fresh: string[]; unmark(): Promise<void> }> {
  const kinds = await page.evaluate(findColors)
  const fresh = kinds.filter((kind) => kind !== "readable" && !hasPassed("color", kind))
  const known = kinds.filter((kind) => !fresh.includes(kind))
  if (fresh.length > 0 && known.length > 0) await page.evaluate(markText, { known, mark: passed_text })
  const unmark = () =>
    page.evaluate((mark) => {
      for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
    }, passed_text)
  return { fresh, unmark }
}

export function recordPassedColors(kinds: readonly string[]): void {
  for (const kind of kinds) recordPass("color", kind)
}

type Found = { foundColors?: Map<string, Element[]> }

/** Runs in the page: groups its text by everything that affects contrast: itself, and what is behind it. */
function findColors(): string[] {
  const found = new Map<string, Element[]>()
  const ground = "backgroundColor backgroundImage opacity filter mixBlendMode position".split(" ")
  const plain = " rgba(0, 0, 0, 0) none 1 none normal static"
  const textStyle = "color fontSize fontWeight textShadow".split(" ")
  const read = (style: CSSStyleDeclaration, names: string[]) =>
    names.map((name) => style[name as "color"]).join(" ")
  const sayText = (element: Element) => {
    if (element.matches(".visually-hidden, [type=radio], [type=checkbox]")) return ""
    if (element.matches("input, select, textarea")) {
      const { type, value } = element as HTMLInputElement
      return `${type} ${value === "" ? "empty" : "filled"}`
    }
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const text = own.map(({ nodeValue }) => (nodeValue ?? "").trim()).join("")
    if (text === "") return ""
    return /[\p{L}\p{N}]/u.test(text) ? (text.length > 1 ? "words" : "letter") : "signs"
  }
  const isOff = (element: Element) =>
    element.matches(":disabled, [aria-disabled=true], [aria-hidden=true], [inert]") ||
    (element as HTMLLabelElement).control?.matches(":disabled") === true
  const luminanceOf = (color: string) => {
    const [, ...parts] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color) ?? []
    const [red = Number.NaN, green = 0, blue = 0] = parts
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const isReadable = ({ color, textShadow }: CSSStyleDeclaration, backdrop: string) => {
    const [dark = 0, light = 0] = [luminanceOf(color), luminanceOf(backdrop)].sort(
      (one, other) => one - other,
    )
    return textShadow === "none" && (light + 0.05) / (dark + 0.05) >= 4.5
  }
  /** The color behind an element's text, if it is sure: what is moved stands on anything, and what blends is any color. */
  const groundOf = (style: CSSStyleDeclaration, backdrop: string) => {
    if (backdrop === "mixed" || read(style, ["opacity", "filter", "mixBlendMode"]) !== "1 none normal")
      return "mixed"
    if (style.backgroundImage !== "none") return "unknown"
    if (style.backgroundColor !== "rgba(0, 0, 0, 0)") return style.backgroundColor
    return /static|relative|sticky/.test(style.position) ? backdrop : "unknown"
  }
  const walk = (element: Element, around: string, backdrop: string) => {
    const style = getComputedStyle(element)
    if (style.display === "none") return
    const own = `${isOff(element) ? "off" : ""} ${read(style, ground)}`
    const here = own === plain ? around : `${around}>${own}`
    const back = groundOf(style, backdrop)
    const text = sayText(element)
    if (text !== "") {
      const name = `${element.tagName}.${element.getAttribute("class") ?? ""}`
      const kind = isReadable(style, back) ? "readable" : `${here} ${name} ${read(style, textStyle)} ${text}`
      const alike = found.get(kind)
      if (alike) alike.push(element)
      else found.set(kind, [element])
    }
    for (const child of element.children) walk(child, here, back)
  }
  const { backgroundColor } = getComputedStyle(document.documentElement)
  walk(document.body, backgroundColor, backgroundColor)
  Object.assign(globalThis, { foundColors: found })
  return [...found.keys()]
}

function markText({ known, mark }: { known: string[]; mark: string }): void {
  const { foundColors } = globalThis as Found
  for (const kind of known) for (const element of foundColors?.get(kind) ?? []) element.setAttribute(mark, "")
}

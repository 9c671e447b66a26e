import type { Page } from "playwright-core"

/**
 * Returns everything axe judges about the page's current state, as one string: elements, attributes, states,
 * references, scroll positions, styles, and what is hidden. Pages with the same shape violate the same rules; they differ in
 * words, in ids, and in how often repeated elements occur (once or more).
 */
export async function readPageShape(page: Page): Promise<string> {
  return page.evaluate(describePage)
}

/** Runs in the page, even if its script is off, because it awaits nothing. */
function describePage(): string {
  const spoken = "aria-label title alt placeholder aria-valuetext aria-roledescription".split(" ")
  const referring =
    "for list form headers aria-labelledby aria-describedby aria-controls aria-owns aria-activedescendant aria-errormessage".split(
      " ",
    )
  const told =
    "class style role type tabindex rel content lang dir colspan rowspan scope autocomplete media".split(" ")
  // URLs, and values only the server reads.
  const untold =
    "nonce name value src srcset action formaction d points transform viewBox x y x1 x2 y1 y2 cx cy r rx ry width height".split(
      " ",
    )
  const landmarks = "nav, main, aside, header, footer, section, form, search, [role]"

  const count = (attribute: string) => {
    const found = new Map<string, number>()
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const value = element.getAttribute(attribute) ?? ""
      found.set(value, (found.get(value) ?? 0) + 1)
    }
    return (value: string) => ((found.get(value) ?? 0) > 1 ? "twice" : "once")
  }
  const countOf = { id: count("id"), accesskey: count("accesskey") }
  const names: string[] = []

  const plain = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim().toLowerCase()
  const say = (text: string | null) => {
    const said = plain(text)
    if (said === "") return ""
    return /[\p{L}\p{N}]/u.test(said) ? (said.length > 1 ? "words" : "letter") : "signs"
  }
  const pointTo = (id: string) => {
    const target = document.getElementById(id)
    return target
      ? `${target.tagName}.${target.getAttribute("role") ?? ""}${say(target.textContent)}`
      : "none"
  }
  const sayLink = (value: string) =>
    value.startsWith("#") ? pointTo(value.slice(1)) : value.replace(/^(\w+:)?.*/s, "$1…")

  const sayAttribute = (element: Element, name: string, value: string): string => {
    if (name === "id" || name === "accesskey") return countOf[name](value)
    if (/^(href)?lang$/.test(name) && /^(en|es)$/.test(value)) return "ours"
    if (name.startsWith("data-") && !/^[a-z-]{1,16}$/.test(value)) return "…"
    if (told.includes(name)) return value
    if (spoken.includes(name)) return say(value)
    if (referring.includes(name)) return value.split(/\s+/).map(pointTo).join()
    if (name === "href") return element.matches("link") ? value : sayLink(value)
    if (untold.includes(name)) return value === "" ? "" : "…"
    return value.replace(/_[PF]?[0-9A-F]{32}/g, "_id").replace(/\d+/g, "0")
  }

  /** Landmarks need distinct names; the names themselves don't matter. */
  const sayName = (element: Element): string => {
    if (!element.matches(landmarks)) return ""
    const by = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? []
    const name = plain(
      element.getAttribute("aria-label") ??
        by.map((id) => document.getElementById(id)?.textContent ?? "").join(" "),
    )
    if (name === "") return ""
    if (!names.includes(name)) names.push(name)
    return `named ${names.indexOf(name)}`
  }

  const sayState = (element: Element): string => {
    const states = [":focus", ":modal", ":popover-open", ":hover:is(a, button, summary, label, input, tr)"]
    const said = states.filter((state) => element.matches(state))
    if (!element.checkVisibility({ visibilityProperty: true })) said.push("hidden")
    if (element.matches("input, select, textarea")) {
      const { value, type } = element as HTMLInputElement
      if (element.matches(":checked")) said.push("checked")
      if (element.matches(":disabled")) said.push("disabled")
      // axe judges the text of buttons and placeholders, but not typed values.
      said.push(/^(submit|button|reset)$/.test(type) ? say(value) : value === "" ? "empty" : "filled")
    }
    if (element.matches("a, button, input, select, textarea, summary")) {
      const { width, height } = element.getBoundingClientRect()
      if (Math.min(width, height) < 24) said.push("small")
    }
    const label = plain(element.getAttribute("aria-label"))
    if (label !== "" && !label.includes(plain(element.textContent))) said.push("says otherwise")
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) {
      const { overflowX, overflowY } = getComputedStyle(element)
      if (scrollWidth > clientWidth && overflowX !== "visible") said.push("scrolls sideways")
      if (scrollHeight > clientHeight && overflowY !== "visible") said.push("scrolls")
    }
    return said.join()
  }

  const describe = (element: Element): string => {
    const attributes = [...element.attributes].map(
      ({ name, value }) => `${name}=${sayAttribute(element, name, value)}`,
    )
    const children = new Map<string, boolean>()
    const meet = (child: string) => child !== "" && children.set(child, children.has(child))
    if (element.matches("style")) meet(element.textContent ?? "")
    else if (!element.matches("script, template"))
      for (const node of (element.shadowRoot ?? element).childNodes)
        meet(
          node instanceof Element
            ? describe(node)
            : node.nodeType === Node.TEXT_NODE
              ? say(node.nodeValue)
              : "",
        )
    const inside = [...children].map(([child, isRepeated]) => `${child}${isRepeated ? "*" : ""}`)
    // The selected option, such as a language, may be any of these.
    if (inside.every((child) => /^<(LI|BUTTON|OPTION) /.test(child))) inside.sort()
    return `<${element.tagName} ${attributes.sort().join(" ")} ${sayName(element)} ${sayState(element)}>${inside.join("")}</>`
  }
  const media = [
    "(prefers-color-scheme: dark)",
    "(scripting: enabled)",
    "(hover: hover)",
    "(pointer: coarse)",
  ]
  return media.map((one) => matchMedia(one).matches).join() + describe(document.documentElement)
}

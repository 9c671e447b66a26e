import { rank, type SearchEntry } from "../../search-entries.ts"

/** Searches everything documented; `/` starts, the arrow keys choose, Enter opens, Escape ends. */
export function openSearch(): void {
  const input = document.querySelector<HTMLInputElement>("#search")
  const list = document.querySelector<HTMLElement>(".reference-found")
  const status = document.querySelector<HTMLElement>(".reference-search [role=status]")
  if (!input || !list || !status) return
  let loading: Promise<SearchEntry[]> | undefined
  const load = () => {
    loading ??= fetch(input.dataset.entries ?? "").then((response) => response.json())
    return loading
  }
  const show = async () => {
    const words = input.value
    const found = words.trim() === "" ? [] : rank(await load(), words)
    // A slower answer to fewer letters must not replace a newer one.
    if (words !== input.value) return
    list.replaceChildren(...found.map(itemOf))
    list.hidden = found.length === 0
    status.textContent = words.trim() === "" ? "" : `${found.length || "No"} results`
  }
  const end = () => {
    input.value = ""
    list.hidden = true
    status.textContent = ""
  }
  input.addEventListener("input", show)
  input.addEventListener("focus", load, { once: true })
  list.addEventListener("click", end)
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !isTyping(event)) {
      event.preventDefault()
      input.focus()
    }
  })
  input.closest("search")?.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === "Escape") {
      end()
      input.focus()
    } else if (event.key === "ArrowDown") links[at + 1]?.focus()
    else if (event.key === "ArrowUp") (links[at - 1] ?? input).focus()
    else if (event.key === "Enter" && at < 0) links[0]?.click()
    else return
    event.preventDefault()
  })
}

function itemOf({ title, kind, href }: SearchEntry): HTMLElement {
  const item = document.createElement("li")
  const link = document.createElement("a")
  const small = document.createElement("small")
  const isHere = href.startsWith(`${location.pathname}#`)
  link.href = isHere ? href.slice(location.pathname.length) : href
  small.textContent = kind
  link.append(title, small)
  item.append(link)
  return item
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isText = target instanceof HTMLElement && target.closest("input:not([type=radio]), textarea") !== null
  return isText || ctrlKey || metaKey || altKey
}

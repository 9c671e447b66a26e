import type { PageFields } from "./fields/page-fields.ts"
import type { Entries } from "./pending-changes.ts"
import type { AutosaveWords } from "./wire.ts"

/** What the client typed into a field that can no longer be saved. */
interface Rejected {
  label: string
  text: string
}

/** Starts with the prefix of pending changes, so that signing out clears these too. */
const prefix = "foyer.outbox.rejected."
const max_rejected = 50

/** Shows typed text that can no longer be saved on every page, to copy, until the client closes it. */
export class RejectedChanges {
  private readonly key: string

  constructor(
    user_id: string,
    private readonly words: AutosaveWords,
  ) {
    this.key = prefix + user_id
    this.show()
  }

  /** Adds dropped changes; `fields` if they are the open page's. Sensitive answers stay in the form alone. */
  add(entries: Entries, fields: PageFields | null): void {
    const texts = Object.entries(entries).flatMap(([field, { controls }]) => {
      if (fields?.isSecret(field)) return []
      const text = fields ? fields.describe(field) : Object.values(controls).flat().join(", ")
      return text.trim() === "" ? [] : [{ label: fields?.labelOf(field) ?? "", text }]
    })
    this.store([...this.read(), ...texts].slice(-max_rejected))
    this.show()
  }

  private show(): void {
    document.getElementById(panel_id)?.remove()
    const rejected = this.read()
    if (rejected.length === 0) return
    const panel = element("section", "card")
    panel.id = panel_id
    const body = element("div", "card-body")
    const close = this.button(this.words.rejected_close, () => {
      this.store([])
      panel.remove()
    })
    body.append(element("h2", "", this.words.rejected), ...rejected.map((each) => this.row(each)), close)
    panel.append(body)
    document.getElementById("main")?.prepend(panel)
  }

  private row({ label, text }: Rejected): HTMLElement {
    const row = element("div", "field")
    const area = document.createElement("textarea")
    area.className = "input textarea"
    area.readOnly = true
    area.value = text
    area.rows = Math.min(6, text.split("\n").length)
    area.setAttribute("aria-label", label || this.words.rejected)
    const copy = this.button(this.words.copy, async () => {
      area.select()
      // Browsers offer no Clipboard API over plain HTTP.
      if (navigator.clipboard) await navigator.clipboard.writeText(text)
      else document.execCommand("copy")
      copy.textContent = this.words.copied
    })
    if (label) row.append(element("p", "label", label))
    row.append(area, copy)
    return row
  }

  private button(text: string, press: () => unknown): HTMLButtonElement {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "button button-secondary button-small"
    button.textContent = text
    button.addEventListener("click", press)
    return button
  }

  private read(): Rejected[] {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]") as Rejected[]
    } catch {
      return []
    }
  }

  private store(rejected: readonly Rejected[]): void {
    try {
      if (rejected.length > 0) localStorage.setItem(this.key, JSON.stringify(rejected))
      else localStorage.removeItem(this.key)
    } catch {
      // Storage is full or blocked: the text stays in the form.
    }
  }
}

const panel_id = "rejected-changes"

function element(name: "section" | "div" | "h2" | "p", className: string, text = ""): HTMLElement {
  const created = document.createElement(name)
  created.className = className
  created.textContent = text
  return created
}

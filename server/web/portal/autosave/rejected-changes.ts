import { prefix, readStored, store } from "./device-storage.ts"
import { createButton, createElement } from "./elements.ts"
import type { Entries } from "./pending-changes.ts"
import type { AutosaveWords } from "./wire.ts"

/** What the client typed into a field that can no longer be saved. */
interface Rejected {
  label: string
  text: string
}

const max_rejected = 50

/** Shows typed text that can no longer be saved on every page, to copy, until the client closes it. */
export class RejectedChanges {
  private readonly key: string

  constructor(
    user_id: string,
    private readonly words: AutosaveWords,
  ) {
    this.key = `${prefix}rejected.${user_id}`
    this.show()
  }

  /** Adds dropped changes. Sensitive answers stay in the form alone. */
  add(entries: Entries): void {
    const texts = Object.values(entries).flatMap(
      ({ controls, label = "", text = Object.values(controls).join(", ") }) =>
        text.trim() ? [{ label, text }] : [],
    )
    // If storage is full or blocked, the text stays in the form.
    store(this.key, [...this.read(), ...texts].slice(-max_rejected))
    this.show()
  }

  private show(): void {
    document.getElementById(panel_id)?.remove()
    const rejected = this.read()
    if (!rejected[0]) return
    const close = createButton(this.words.rejected_close, () => {
      store(this.key, [])
      panel.remove()
    })
    const title = createElement("h2", "", this.words.rejected)
    const rows = rejected.map((each) => this.row(each))
    const panel = createElement("section", "card", createElement("div", "card-body", title, ...rows, close))
    panel.id = panel_id
    document.getElementById("main")?.prepend(panel)
  }

  private row({ label, text }: Rejected): HTMLElement {
    const area = createElement("textarea", "input textarea")
    area.readOnly = true
    area.value = text
    area.rows = Math.min(6, text.split("\n").length)
    area.setAttribute("aria-label", label || this.words.rejected)
    const copy = createButton(this.words.copy, async () => {
      area.select()
      // Browsers offer no Clipboard API over plain HTTP.
      if (navigator.clipboard) await navigator.clipboard.writeText(text)
      else document.execCommand("copy")
      copy.textContent = this.words.copied
    })
    const head = label ? [createElement("p", "label", label)] : []
    return createElement("div", "field", ...head, area, copy)
  }

  private read(): Rejected[] {
    return readStored<Rejected[]>(this.key, [])
  }
}

const panel_id = "rejected-changes"

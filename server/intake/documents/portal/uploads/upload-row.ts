import { createElement } from "../../../../web/portal/autosave/elements.ts"
import { encodeThumbnail } from "../picture.ts"
import { quietButton } from "../quiet-button.ts"

/** The list row of one upload: file name, progress, fault and buttons. */
export class UploadRow {
  readonly element = createElement("li", "file-item")
  private readonly detail = createElement("span", "file-detail")
  private readonly progress = createElement("progress", "progress")
  private readonly error = createElement("p", "error-message")
  private readonly tools = createElement("div", "file-actions")

  constructor(
    private readonly name: string,
    icon: Element | null,
  ) {
    const { detail, progress, error, tools } = this
    progress.max = 100
    progress.setAttribute("aria-label", name)
    error.hidden = true
    error.tabIndex = -1
    const title = createElement("span", "file-name", name)
    if (icon) this.element.append(icon.cloneNode(true))
    this.element.append(createElement("div", "file-body", title, detail, progress, error), tools)
  }

  /** Shows a thumbnail in place of the icon, and returns it in base64; empty if there is none. */
  async picture(drawn: HTMLCanvasElement | Promise<HTMLCanvasElement | undefined>): Promise<string> {
    const thumbnail = await drawn
    if (!thumbnail) return ""
    this.element.querySelector(".icon")?.replaceWith(thumbnail)
    return encodeThumbnail(thumbnail)
  }

  show(detail: string, percent: number | undefined): void {
    this.detail.textContent = detail
    this.progress.hidden = percent === undefined
    if (percent !== undefined) this.progress.value = percent
    this.error.hidden = true
  }

  fail(sentence: string): void {
    this.detail.textContent = ""
    this.progress.hidden = true
    this.error.hidden = false
    this.error.textContent = sentence
  }

  /** Replaces the buttons that act on this file. */
  offer(...buttons: readonly { text: string; press: () => void }[]): void {
    this.tools.replaceChildren(...buttons.map(({ text, press }) => quietButton(text, this.name, press)))
  }
}

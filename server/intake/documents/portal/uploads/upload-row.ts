import { encodeThumbnail } from "../picture.ts"
import { quietButton } from "../quiet-button.ts"

/** The list row of one upload: file name, progress, fault and buttons. */
export class UploadRow {
  readonly element = document.createElement("li")
  private readonly detail = document.createElement("span")
  private readonly progress = document.createElement("progress")
  private readonly error = document.createElement("p")
  private readonly tools = document.createElement("div")

  constructor(
    private readonly name: string,
    icon: Element | null,
  ) {
    this.element.className = "file-item"
    const body = document.createElement("div")
    body.className = "file-body"
    const title = document.createElement("span")
    title.className = "file-name"
    title.textContent = name
    this.detail.className = "file-detail"
    this.progress.className = "progress"
    this.progress.max = 100
    this.progress.setAttribute("aria-label", name)
    this.error.className = "error-message"
    this.error.hidden = true
    this.error.tabIndex = -1
    this.tools.className = "file-actions"
    body.append(title, this.detail, this.progress, this.error)
    if (icon) this.element.append(icon.cloneNode(true))
    this.element.append(body, this.tools)
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

import { createElement } from "../../../web/portal/autosave/elements.ts"
import { type Photo, writePhotoPdf } from "./photo-pdf.ts"
import { drawPicture, jpegOf, thumbnailOf } from "./picture.ts"
import { quietButton } from "./quiet-button.ts"
import type { UploadScriptWords } from "./uploads/upload-settings.ts"

/** Keeps small print legible at about half a megabyte a page. */
const page_px = 2_200

interface Page extends Photo {
  thumbnail: HTMLCanvasElement
}

/**
 * Lets the client photograph pages and put them in order, and passes them to `send` as one PDF. The photos are only in
 * memory; returns a function that sends those left when the client continues without sending them.
 */
export function offerPhotoPages(
  box: HTMLElement,
  words: UploadScriptWords,
  send: (file: File, thumbnail: HTMLCanvasElement | undefined) => void,
): () => void {
  const input = box.querySelector("input")
  const panel = box.querySelector<HTMLElement>(".photo-panel")
  const list = box.querySelector("ol")
  const error = box.querySelector<HTMLElement>(".error-message")
  if (!input || !panel || !list || !error) return () => undefined
  const start_controls = [...box.children].filter((child) => child.matches("button, .hint")) as HTMLElement[]
  const title = box.dataset.photoPages ?? ""
  let sent = Number(box.dataset.sent)
  let pages: Page[] = []
  box.hidden = false

  box.addEventListener("click", ({ target }) => {
    const action = (target as Element).closest<HTMLElement>("[data-photo]")?.dataset.photo
    if (action === "take") input.click()
    if (action === "cancel") clear()
    if (action === "send") sendPages()
  })
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])]
    input.value = ""
    void addPages(files)
  })
  window.addEventListener("beforeunload", (event) => {
    if (pages.length > 0) event.preventDefault()
  })

  return () => {
    if (pages.length > 0) sendPages()
  }

  async function addPages(files: readonly File[]): Promise<void> {
    const unreadable: string[] = []
    for (const file of files) {
      try {
        const picture = await drawPicture(file, page_px)
        const { width, height } = picture
        pages.push({ jpeg: await jpegOf(picture), width, height, thumbnail: thumbnailOf(picture) })
      } catch {
        unreadable.push(file.name)
      }
    }
    show()
    if (error) {
      error.textContent = unreadable.map((name) => words.photo_unreadable.replace("{name}", name)).join(" ")
      error.hidden = unreadable.length === 0
    }
  }

  function sendPages(): void {
    sent += 1
    const name = sent > 1 ? `${title} ${sent}.pdf` : `${title}.pdf`
    const [first] = pages
    const file = new File([writePhotoPdf(pages)], name, { type: "application/pdf" })
    clear()
    send(file, first?.thumbnail)
  }

  function clear(): void {
    pages = []
    show()
    if (error) error.hidden = true
    start_controls[0]?.focus()
  }

  function show(): void {
    if (!list || !panel) return
    panel.hidden = pages.length === 0
    for (const element of start_controls) element.hidden = pages.length > 0
    list.replaceChildren(...pages.map(rowOf))
  }

  function rowOf(page: Page, index: number): HTMLLIElement {
    const name = words.photo_page.replace("{number}", String(index + 1))
    const row = createElement("li", "", page.thumbnail, createElement("span", "", name))
    if (index > 0) row.append(quietButton(words.photo_earlier, name, () => move(index)))
    row.append(quietButton(words.photo_remove, name, () => remove(index)))
    return row
  }

  function move(index: number): void {
    pages.splice(index - 1, 0, ...pages.splice(index, 1))
    show()
    list?.children[index - 1]?.querySelector("button")?.focus()
  }

  function remove(index: number): void {
    pages.splice(index, 1)
    if (pages.length === 0) clear()
    else show()
    const rows = list?.children ?? []
    const next = rows[Math.min(index, rows.length - 1)]
    next?.querySelector<HTMLElement>("button:last-child")?.focus()
  }
}

// Files taken or dropped without saying what they are: each asks, and one tap sends it to its row. A file dropped on a
// row goes there at once.
import { thumbnailOfFile } from "../picture.ts"
import { openUploadForms, type UploadForm } from "./page-uploads.ts"
import { UploadRow } from "./upload-row.ts"

const titleOf = ({ element }: UploadForm) =>
  element.closest(".tray-row")?.querySelector("h2")?.firstChild?.textContent?.trim() ?? ""

export function offerLooseFiles(): void {
  const box = document.querySelector<HTMLElement>("[data-loose]")
  const tray = box?.parentElement
  if (!box || !tray) return
  const list = document.createElement("ul")
  list.className = "file-list"
  list.setAttribute("aria-live", "polite")
  const input = document.createElement("input")
  Object.assign(input, { type: "file", multiple: true, hidden: true })
  box.append(input, list)
  box.hidden = false

  box.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-loose] > button")
    if (!button) return
    input.toggleAttribute("capture", button.dataset.photo !== undefined)
    input.accept = button.dataset.photo === undefined ? "" : "image/*"
    input.click()
  })
  input.addEventListener("change", () => {
    for (const file of input.files ?? []) ask(file)
    input.value = ""
  })
  tray.addEventListener("dragover", (event) => event.preventDefault())
  tray.addEventListener("drop", (event) => {
    const target = event.target as Element
    if (target.matches("input[type=file]")) return
    event.preventDefault()
    const row = target.closest(".tray-row")
    const form = openUploadForms().find(({ element }) => row?.contains(element))
    for (const file of event.dataTransfer?.files ?? []) form ? form.add(file) : ask(file)
  })
  window.addEventListener("beforeunload", (event) => {
    if (list.children.length > 0) event.preventDefault()
  })

  function ask(file: File): void {
    const row = new UploadRow(file.name, tray?.querySelector(".file-drop > .icon") ?? null)
    row.show(box?.dataset.loose ?? "", undefined)
    void row.picture(thumbnailOfFile(file))
    row.offer(
      ...openUploadForms().map((form) => ({
        text: titleOf(form),
        press: () => {
          row.element.remove()
          form.add(file)
          form.element.closest(".tray-row")?.scrollIntoView({ block: "nearest" })
        },
      })),
    )
    list.append(row.element)
  }
}

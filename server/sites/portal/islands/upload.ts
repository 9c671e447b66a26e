import { offerPhotoPages } from "../../../intake/documents/portal/photograph-pages.ts"
import { thumbnailOfFile } from "../../../intake/documents/portal/picture.ts"
import { offerLooseFiles } from "../../../intake/documents/portal/uploads/loose-files.ts"
import {
  addUploadForm,
  openRow,
  resumePageSubmit,
  type UploadForm,
} from "../../../intake/documents/portal/uploads/page-uploads.ts"
import {
  discardUpload,
  findFileFault,
  findInterrupted,
  sendFile,
} from "../../../intake/documents/portal/uploads/send-file.ts"
import { UploadRow } from "../../../intake/documents/portal/uploads/upload-row.ts"
import type { UploadSettings } from "../../../intake/documents/portal/uploads/upload-settings.ts"
import { isOwnPage, parseBody } from "../../../web/ui/own-response.ts"

// Uploads files as soon as they are chosen, in pieces, and resumes interrupted ones. Without it, the form uploads them.

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-upload]")) {
  const input = form.querySelector<HTMLInputElement>("input[type=file][name]")
  const { upload = "{}", endpoint, done: done_url } = form.dataset
  if (input) addUploadForm(run(form, input, { ...JSON.parse(upload), endpoint, done_url } as UploadSettings))
}

offerLooseFiles()

function run(form: HTMLFormElement, input: HTMLInputElement, settings: UploadSettings): UploadForm {
  const { words } = settings
  const list = document.createElement("ul")
  list.className = "file-list"
  list.hidden = true
  const status = document.createElement("p")
  status.className = "visually-hidden"
  status.setAttribute("role", "status")
  const fieldset = input.closest(".field")
  fieldset?.after(list, status)
  const icon = form.querySelector(".file-drop > .icon")
  // No upload button: choosing a file starts its upload.
  form.querySelector(":scope > button[name=stay]")?.toggleAttribute("hidden", true)

  // "Add" opens the row and, pressed with a finger or a mouse, the chooser too.
  const tray_row = form.closest(".tray-row")
  tray_row?.addEventListener("click", ({ target }) => {
    const isAdd = (target as Element).closest(
      ".tray-row:not([open]) > :has(> .tray-chip), input[value=upload] + label",
    )
    if (isAdd) input.click()
  })

  const interrupted = new Map<string, UploadRow>()
  const queue: (() => void)[] = []
  const max_running = 2
  let running = 0

  input.addEventListener("change", () => {
    for (const file of input.files ?? []) add(file)
    input.value = ""
  })
  const photos = form.querySelector<HTMLElement>("[data-photo-pages]")
  const sendPhotos = photos ? offerPhotoPages(photos, words, add) : () => undefined
  window.addEventListener("beforeunload", (event) => {
    if (isBusy()) event.preventDefault()
  })
  void findInterrupted(settings).then((uploads) => {
    if (uploads.length > 0) openRow(form)
    for (const upload of uploads) {
      const row = addRow(upload.metadata.filename ?? "")
      row.show(words.resume, undefined)
      row.offer({ text: words.cancel, press: () => void discardUpload(upload).then(() => removeRow(row)) })
      interrupted.set(upload.metadata.filename ?? "", row)
    }
  })
  return { element: form, add, sendPhotos, isBusy, sayWait: () => say(words.wait) }

  function isBusy(): boolean {
    return running + queue.length > 0
  }

  function add(file: File, first_page?: HTMLCanvasElement): void {
    const earlier = interrupted.get(file.name)
    if (earlier) removeRow(earlier)
    interrupted.delete(file.name)
    openRow(form)
    const row = addRow(file.name)
    const fault = findFileFault(file, settings)
    if (fault) {
      refuse(row, file, fault)
      return
    }
    let announced_ms = 0
    let isOpen = false
    const sending = sendFile(file, settings, row.picture(first_page ?? thumbnailOfFile(file)), {
      onProgress: (percent) => {
        row.show(words.sending.replace("{percent}", String(percent)), percent)
        // Screen readers should hear that it continues, but not every percent.
        if (Date.now() - announced_ms < 10_000) return
        announced_ms = Date.now()
        say(words.percent.replace("{percent}", String(percent)), file)
      },
      onLost: () => row.show(words.lost, undefined),
      onFailed: ({ sentence, is_signed_out }) => {
        refuse(row, file, sentence ?? (is_signed_out ? words.signed_out : words.broken))
        if (sentence === undefined)
          row.offer({ text: words.try_again, press: () => open(sending.resume) }, cancel)
        close()
      },
      onDone: () => {
        say(words.done, file)
        row.show(words.done.replace("{name}", file.name), 100)
        row.offer()
        void finishRow(row)
          .catch(() => undefined)
          .finally(close)
      },
    })
    const cancel = {
      text: words.cancel,
      press: () => {
        removeRow(row)
        const index = queue.indexOf(begin)
        if (index >= 0) queue.splice(index, 1)
        void sending.cancel().then(close)
      },
    }
    const open = (send: () => void) => {
      isOpen = true
      running += 1
      announced_ms = Date.now()
      row.show(words.sending.replace("{percent}", "0"), 0)
      row.offer(cancel)
      send()
    }
    const close = () => {
      if (!isOpen) return
      isOpen = false
      running -= 1
      startNext()
    }
    const begin = () => {
      say(words.started, file)
      open(() => void sending.start())
    }
    row.show(words.waiting, 0)
    row.offer(cancel)
    queue.push(begin)
    startNext()
  }

  /** Starts the next files of the queue; after the last, submits the form if the client asked for it meanwhile. */
  function startNext(): void {
    while (running < max_running && queue.length > 0) queue.shift()?.()
    if (running === 0) resumePageSubmit()
  }

  /** Replaces the row with the server's list, which shows the file with its actions; without that list, the row stays. */
  async function finishRow(row: UploadRow): Promise<void> {
    if (settings.done_url) return location.assign(settings.done_url)
    const response = await fetch(location.href.split("#")[0] ?? "", { headers: { accept: "text/html" } })
    const page = parseBody(await response.text())
    // Each form is in a part with its own files.
    const section = form.closest(".upload-part")
    const place = page.getElementById(section?.id ?? "")
    if (!response.ok || !isOwnPage(page) || !place) return
    const fresh = place.querySelector(".file-list")
    const shown = section?.querySelector(":scope > .file-list")
    if (fresh && shown) shown.replaceWith(fresh)
    else if (fresh) (section?.querySelector(":scope > .tray-box") ?? form).before(fresh)
    const tag = place.querySelector(".tray-head > .tag")
    section?.querySelector(".tray-head > :is(.tag, .tray-chip)")?.remove()
    if (tag) section?.querySelector(".tray-head")?.append(tag)
    // A file replaces the choice to bring it. If the section takes only one, there is nothing more to choose.
    section?.querySelector(":scope > fieldset")?.remove()
    if (!place.querySelector("input[type=file][name]")) form.hidden = true
    removeRow(row)
  }

  function refuse(row: UploadRow, file: File, sentence: string): void {
    row.fail(sentence)
    row.offer(
      { text: words.choose_another, press: () => chooseAnother(row) },
      { text: words.close, press: () => close(row) },
    )
    say(words.failed.replace("{why}", sentence), file)
  }

  /** Removes the row and moves the focus to the file field. */
  function close(row: UploadRow): void {
    removeRow(row)
    input.focus()
  }

  function chooseAnother(row: UploadRow): void {
    removeRow(row)
    input.click()
  }

  function addRow(name: string): UploadRow {
    const row = new UploadRow(name, icon)
    list.append(row.element)
    list.hidden = false
    return row
  }

  function removeRow(row: UploadRow): void {
    row.element.remove()
    list.hidden = list.children.length === 0
  }

  function say(words: string, file?: File): void {
    status.textContent = words.replace("{name}", file?.name ?? "")
  }
}

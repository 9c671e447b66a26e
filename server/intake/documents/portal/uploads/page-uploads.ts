// Holds the page's own form until all uploads have finished.

/** One upload form of the page. */
export interface UploadForm {
  element: HTMLFormElement
  add(file: File): void
  /** Starts uploading photographed pages that the client has not sent yet. */
  sendPhotos(): void
  isBusy(): boolean
  /** Tells the client to wait for the uploads. */
  sayWait(): void
}

const upload_forms: UploadForm[] = []
const page_form = document.querySelector<HTMLFormElement>("#page-form")
/** A submit of the page's form that waits for uploads. */
let held: { submitter: HTMLElement | null } | undefined

page_form?.addEventListener("submit", (event) => {
  for (const form of upload_forms) form.sendPhotos()
  const busy = upload_forms.find((form) => form.isBusy())
  if (!busy) return
  event.preventDefault()
  held = { submitter: event.submitter }
  busy.sayWait()
})

/** The forms that take another file. */
export function openUploadForms(): UploadForm[] {
  return upload_forms.filter(({ element }) => !element.hidden)
}

/** Opens the tray's row with this form. */
export function openRow(form: HTMLElement): void {
  const row = form.closest(".tray-row")
  row?.classList.add("is-open")
  row?.toggleAttribute("open", true)
}

export function addUploadForm(form: UploadForm): void {
  upload_forms.push(form)
}

/** Submits the page's form if a submit was held and no upload is left; focuses a refused file instead. */
export function resumePageSubmit(): void {
  if (!held || upload_forms.some((form) => form.isBusy())) return
  const fault = document.querySelector<HTMLElement>(".file-list .error-message:not([hidden])")
  if (fault) fault.focus()
  else page_form?.requestSubmit(held.submitter)
  held = undefined
}

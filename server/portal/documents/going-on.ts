// Going on from a page with several forms of uploads: it waits for all that is on its way.

/** One form of uploads: whether anything is on its way, and the words for whoever wants to go on meanwhile. */
export interface Uploads {
  /** Begins what was photographed and not sent yet: whoever goes on means to give it. */
  sendRest(): void
  isBusy(): boolean
  sayWait(): void
}

const uploads: Uploads[] = []
/** The page's own form, where there are several of uploads, and the button pressed while one was on its way. */
const onward = document.querySelector<HTMLFormElement>("#page-form:not([data-upload])")
let held: { submitter: HTMLElement | null } | undefined

onward?.addEventListener("submit", (event) => {
  for (const each of uploads) each.sendRest()
  const busy = uploads.find((each) => each.isBusy())
  if (!busy) return
  event.preventDefault()
  held = { submitter: event.submitter }
  busy.sayWait()
})

export function addUploads(form: Uploads): void {
  uploads.push(form)
}

/** Goes on where that was asked for while files were on their way; a refused one takes the focus instead. */
export function goOnward(): void {
  if (!held || uploads.some((each) => each.isBusy())) return
  const fault = document.querySelector<HTMLElement>(".file-list .error-message:not([hidden])")
  if (fault) fault.focus()
  else onward?.requestSubmit(held.submitter)
  held = undefined
}

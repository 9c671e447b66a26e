/** Accepts lines of a review without leaving the place; then the next line has the focus. */
const form_id = "accept-lines"

document.addEventListener("submit", (event) => {
  const { target, submitter } = event
  if (!(target instanceof HTMLFormElement) || target.id !== form_id) return
  if (!(submitter instanceof HTMLButtonElement)) return
  event.preventDefault()
  accept(target, submitter).catch(() => sendWhole(target, submitter))
})

// An address that names a line begins there: in the correction that is being written, if one is. Browsers focus the line
// itself, once everything is loaded.
addEventListener("load", () =>
  requestAnimationFrame(() => {
    const line = location.hash && document.getElementById(location.hash.slice(1))
    if (line) (line.querySelector("textarea") ?? line).focus()
  }),
)

async function accept(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const next = nextOf(button)
  const body = new URLSearchParams(
    [...new FormData(form, button)].map(([name, value]) => [name, String(value)]),
  )
  const answer = await fetch(form.action, { method: "POST", body })
  const shown = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("review")
  if (!answer.ok || !shown) throw new Error("The line was not accepted.")
  document.getElementById("review")?.replaceWith(shown)
  const target = next ? document.getElementById(next) : document.querySelector<HTMLElement>(".line")
  target?.focus()
  target?.scrollIntoView({ block: "nearest" })
}

/** The line after the last one that a button accepts: what it accepts may be gone from the page afterwards. */
function nextOf(button: HTMLButtonElement): string | undefined {
  const lines = [...document.querySelectorAll<HTMLElement>(".line")]
  const own =
    button.closest(".line") ?? [...(button.closest(".card")?.querySelectorAll(".line") ?? [])].at(-1)
  return lines[lines.findIndex((line) => line.id === own?.id) + 1]?.id ?? own?.id
}

/** Where that fails, the server tells why on a page of its own. */
function sendWhole(form: HTMLFormElement, button: HTMLButtonElement): void {
  const field = document.createElement("input")
  field.type = "hidden"
  field.name = button.name
  field.value = button.value
  form.append(field)
  form.submit()
}

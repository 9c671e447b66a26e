import { isOwnPage, parseBody } from "../../ui/own-response.ts"

// Accepts review lines without reloading the page, then focuses the next line.
const form_id = "accept-lines"

document.addEventListener("submit", (event) => {
  const { target, submitter } = event
  if (!(target instanceof HTMLFormElement) || target.id !== form_id) return
  if (!(submitter instanceof HTMLButtonElement)) return
  event.preventDefault()
  accept(target, submitter).catch(() => submitPlainForm(target, submitter))
})

// Focuses the line named in the address, or the correction being written in it. It waits for "load", when browsers
// themselves focus the line.
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
  const response = await fetch(form.action, { method: "POST", body })
  const page = parseBody(await response.text())
  const [shown, review] = [document.getElementById("review"), page.getElementById("review")]
  if (!isOwnPage(page)) return sayUnreachable(shown)
  if (!response.ok || !review) throw new Error("The line was not accepted.")
  shown?.replaceWith(review)
  const target = next ? document.getElementById(next) : document.querySelector<HTMLElement>(".line")
  target?.focus()
  target?.scrollIntoView({ block: "nearest" })
}

/** Stays on the page, where corrections may be half written: the response did not come from our server. */
function sayUnreachable(shown: HTMLElement | null): void {
  const notice = document.getElementById("accept-unreachable") ?? document.createElement("p")
  notice.id = "accept-unreachable"
  notice.className = "notice tone-warning"
  notice.setAttribute("role", "alert")
  notice.textContent = "Not accepted: the server could not be reached. Try again in a moment."
  shown?.prepend(notice)
}

/** The id of the line after the last one that the button accepts: accepted lines may disappear from the page. */
function nextOf(button: HTMLButtonElement): string | undefined {
  const lines = [...document.querySelectorAll<HTMLElement>(".line")]
  const own =
    button.closest(".line") ?? [...(button.closest(".card")?.querySelectorAll(".line") ?? [])].at(-1)
  return lines[lines.findIndex((line) => line.id === own?.id) + 1]?.id ?? own?.id
}

/** Submits the form without script, so that the server can show the error page. */
function submitPlainForm(form: HTMLFormElement, button: HTMLButtonElement): void {
  const field = document.createElement("input")
  field.type = "hidden"
  field.name = button.name
  field.value = button.value
  form.append(field)
  form.submit()
}

import { formIdField } from "../../../firm/access/owner-field.ts"
import { prepareFilters } from "../../../web/console/in-place/filters.ts"
import { prepareMenus } from "../../../web/console/in-place/menus.ts"
import { announce, say } from "../../../web/console/in-place/messages.ts"
import { placeParts, showFaults } from "../../../web/console/in-place/parts.ts"
import { in_place_header, type Placed } from "../../../web/console/in-place/shapes.ts"
import { findProblem, type OwnProblem } from "../../../web/ui/own-response.ts"

// Changes in place, on every page of the console.
//
// A POST form marked `data-in-place` is sent without leaving the page. Its route returns a redirect, or an outcome of a
// form, with a `part`: elements with ids, which replace those of the page. The message appears in a corner, with "Undo" if
// the route names one. Faults appear next to their fields. Whatever was typed stays, also when the session has ended or the
// server cannot be reached. Without script, the form is sent and redirected as any other.
//
// While it is sent, the form says so to other islands by events: `in-place-sent`, then `in-place-done` or
// `in-place-refused`. Their detail is the button that was pressed.

const sending = new WeakSet<HTMLFormElement>()

document.addEventListener("submit", (event) => {
  const { target: form, submitter, defaultPrevented } = event
  if (!(form instanceof HTMLFormElement) || form.dataset.inPlace === undefined || defaultPrevented) return
  // A file to download, or a page that asks first.
  if (submitter?.dataset.wholePage !== undefined) return
  event.preventDefault()
  // A second press while the first is on its way would undo it, or do it twice.
  if (sending.has(form)) return
  sending.add(form)
  void send(form, submitter).finally(() => sending.delete(form))
})
prepareMenus()
prepareFilters()

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const tell = (event: string) =>
    (form.isConnected ? form : document).dispatchEvent(
      new CustomEvent(`in-place-${event}`, { bubbles: true, detail: { button } }),
    )
  tell("sent")
  button?.setAttribute("aria-busy", "true")
  const sent = post(form, button)
  // Nothing is typed that would be lost with the form. The composer keeps what is typed meanwhile.
  const closed = form.dataset.draft === undefined ? lines(form) : []
  for (const line of closed) line.readOnly = true
  const { placed, problem } = await sent
  for (const line of closed) line.readOnly = false
  button?.removeAttribute("aria-busy")
  if (!placed) {
    const faults = problem?.errors ?? []
    const others = showFaults(form, faults)
    if (faults.length === 0) say(...wordsOf(problem))
    else if (others.length > 0) say(others.join(" "))
    tell("refused")
  } else if (placed.to !== undefined) leaveFor(placed.to)
  else {
    showFaults(form, [])
    renewId(form)
    form.closest("details.dropdown")?.removeAttribute("open")
    placeParts(placed.part ?? "")
    announce(placed.message)
    tell("done")
  }
}

/** Sends the form; whatever does not come from our server counts as unreachable: neither is in the result. */
async function post(
  form: HTMLFormElement,
  button: HTMLElement | null,
): Promise<{ placed?: Placed; problem?: OwnProblem | undefined }> {
  const data = new FormData(form, button)
  const body = form.enctype.startsWith("multipart") ? data : new URLSearchParams([...data].map(textOf))
  // A field of the form may be named "action".
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href
  try {
    // A press elsewhere saves what was typed in a menu, and may leave the page.
    const keepalive = form.closest(".dropdown") !== null
    const response = await fetch(action, {
      method: "POST",
      body,
      headers: { [in_place_header]: "1" },
      keepalive,
    })
    const [text, content_type] = [await response.text(), response.headers.get("content-type")]
    if (response.ok && content_type?.startsWith("application/json")) return { placed: JSON.parse(text) }
    return { problem: findProblem({ status: response.status, content_type, text }) }
  } catch {
    return {}
  }
}

/** The form stays on the page: what it sends next is another press. */
function renewId(form: HTMLFormElement): void {
  const id = form.querySelector<HTMLInputElement>(`input[name=${formIdField}]`)
  if (id) id.value = crypto.getRandomValues(new Uint32Array(4)).join(".")
}

function lines(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].filter(
    (line) => !line.readOnly,
  )
}

function textOf([name, value]: [string, FormDataEntryValue]): [string, string] {
  return [name, String(value)]
}

function wordsOf(problem: OwnProblem | undefined): Parameters<typeof say> {
  if (!problem) return ["Not saved: the server could not be reached. Try again in a moment."]
  if (problem.code !== "no_session") return [problem.detail]
  const text = "Not saved: you are signed out. What you typed is still here. Sign in, then try again."
  return [text, { href: "/console/sign-in", text: "Sign in" }]
}

function leaveFor(to: string): void {
  const { href, pathname, search } = new URL(to, location.href)
  const isHere = pathname === location.pathname && search === location.search
  location.assign(href)
  // A change of the fragment alone would load nothing.
  if (isHere) location.reload()
}

import { formIdField } from "../../../firm/access/owner-field.ts"
import { progressText } from "../../../intake/matters/console/frame/review-progress.ts"
import { newElement } from "../../../web/console/in-place/element.ts"
import { loadPart } from "../../../web/console/in-place/load.ts"
import { moveOn } from "../../../web/console/keyboard/rows.ts"

// The review of a matter. Accepting lines shows at once, and is taken back if the server refuses it; the form that asks the
// client opens in the line. Both are sent by the island `in-place`.

/** Every press has a form of its own, so that a fast reviewer needn't wait for the line before. */
document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter: button } = event
    if (!(form instanceof HTMLFormElement) || form.id !== "accept-lines") return
    if (!(button instanceof HTMLButtonElement)) return
    event.preventDefault()
    const own = form.cloneNode(true) as HTMLFormElement
    own.removeAttribute("id")
    own.dataset.inPlace = ""
    // A line may be accepted again after Undo.
    own.querySelector(`[name=${formIdField}]`)?.remove()
    own.append(newElement("input", { type: "hidden", name: button.name, value: button.value }))
    form.after(own)
    accept(button, own)
  },
  true,
)

function accept(button: HTMLButtonElement, form: HTMLFormElement): void {
  const line = button.closest<HTMLElement>(".line")
  const lines = line ? [line] : openLines(button.closest(".card"))
  const cells = lines.flatMap((each) => each.querySelector(".line-accept") ?? [])
  const earlier = cells.map((cell) => ({ cell, copy: cell.cloneNode(true) as Element }))
  for (const cell of cells) {
    cell.classList.add("line-done")
    cell.textContent = "Accepted"
  }
  count()
  const takeBack = () => {
    // What the server confirmed has been replaced.
    for (const { cell, copy } of earlier) if (cell.isConnected) cell.replaceWith(copy)
    form.remove()
    count()
  }
  form.addEventListener("in-place-done", takeBack)
  form.addEventListener("in-place-refused", () => {
    takeBack()
    lines[0]?.focus()
  })
  form.requestSubmit()
  const last = lines.at(-1)
  if (last) moveOn(last)
}

function openLines(card: Element | null): HTMLElement[] {
  return [...(card?.querySelectorAll<HTMLElement>(".line") ?? [])].filter(buttonOf)
}

function buttonOf(line: Element): HTMLButtonElement | null {
  return line.querySelector("[name=accept]")
}

/** Counts what is accepted on this page, and the changes that were before, which have left it. */
function count(): void {
  const isDone = (line: Element) => line.querySelector(".line-done") !== null
  const lines = [...document.querySelectorAll(".line")].filter((line) => isDone(line) || buttonOf(line))
  const progress = document.getElementById("review-progress")
  const earlier = Number(progress?.dataset.counts)
  if (progress?.dataset.counts !== undefined)
    progress.textContent = progressText({
      accepted: earlier + lines.filter(isDone).length,
      lines: earlier + lines.length,
    })
  for (const all of document.querySelectorAll<HTMLButtonElement>("[data-accept-all]")) {
    const left = openLines(all.closest(".card"))
    all.hidden = left.length < 2
    const marks = left.map((line) => buttonOf(line)?.value.split(" ").at(-1))
    all.value = [left[0]?.id, ...marks].join(" ")
    const number = all.querySelector("[data-count]")
    if (number) number.textContent = String(left.length)
  }
}
document.addEventListener("in-place-done", count)

const typedInto = ":is(input:not([type=hidden]), textarea, select)"

// Asking about a line: the form opens in it, without loading the page.
document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target : null
  const link = pressed?.closest<HTMLElement>(".line a[data-key=q]")
  const line = link?.closest(".line")
  const template = document.querySelector<HTMLTemplateElement>("#ask-line")
  if (!link || !line || !template || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (!line.querySelector(".line-form [name=words]")) openIn(line, [askForm(template, link, line.id)])
  const words = line.querySelector<HTMLInputElement>(".line-form [name=words]")
  words?.focus()
  // Typing replaces the suggested sentence.
  words?.select()
})

// Editing a simple answer: its form is loaded into the line; if it cannot be, the link leads to it.
document.addEventListener("click", async (event) => {
  const pressed = event.target instanceof Element ? event.target : null
  const link = pressed?.closest<HTMLAnchorElement>(".line a[href*='/questions/']")
  const line = link?.closest(".line")
  if (!link || !line || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const form = await loadPart(link.href)
  if (!form) return location.assign(link.href)
  openIn(line, form)
  line.querySelector<HTMLElement>(`.line-form ${typedInto}`)?.focus()
})

/** A line has one form at a time. */
function openIn(line: Element, form: Node[]): void {
  line.querySelector(".line-form")?.remove()
  line.append(...form)
}

function askForm(template: HTMLTemplateElement, link: HTMLElement, line_id: string): Node {
  const content = template.content.cloneNode(true) as DocumentFragment
  const { subject = "", earlier } = link.dataset
  const set = (name: string, value: string) =>
    content.querySelector(`[name=${name}]`)?.setAttribute("value", value)
  set("subject", subject)
  set("line", line_id)
  const words = content.querySelector("[name=words]")
  const stock = `stock-${subject.split(":")[0]}`
  words?.setAttribute("list", stock)
  words?.setAttribute("value", document.getElementById(stock)?.querySelector("option")?.value ?? "")
  words?.setAttribute("id", `words-${line_id}`)
  content.querySelector("label")?.setAttribute("for", `words-${line_id}`)
  const note = content.querySelector(".ask-earlier")
  if (note) note.textContent = earlier ?? ""
  return content
}

const closeForm = (inside: Element) => {
  const line = inside.closest<HTMLElement>(".line")
  inside.closest(".line-form")?.remove()
  line?.focus()
}
document.addEventListener("click", (event) => {
  const cancel = event.target instanceof Element && event.target.closest(".line-form a")
  if (!cancel) return
  event.preventDefault()
  closeForm(cancel)
})
document.addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && target instanceof Element && target.closest(".line-form")) closeForm(target)
})
document.addEventListener("in-place-done", ({ target }) => {
  if (target instanceof Element && target.closest(".line-form")) closeForm(target)
})

// Focuses the line named in the address, or the correction being written in it. It waits for "load", when browsers
// themselves focus the line.
addEventListener("load", () =>
  requestAnimationFrame(() => {
    const line = location.hash && document.getElementById(location.hash.slice(1))
    if (line) (line.querySelector<HTMLElement>(`.line-form ${typedInto}`) ?? line).focus()
  }),
)

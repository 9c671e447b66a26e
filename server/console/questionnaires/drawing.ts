// Draws the builder's page that came back over the one in hand, and never over what its author has typed since.
import { Idiomorph } from "idiomorph"

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** What each field of a form holds. */
export type Typed = ReadonlyMap<string, string>

export const liveForm = (builder: ParentNode) => builder.querySelector<HTMLFormElement>("form[data-live]")

/** The page of the builder that an answer holds, if any. */
export async function pageIn(answer: Response): Promise<Element | null> {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  return page.querySelector("[data-builder]")
}

/** The part that a form writes, by its key. */
export function partOf(form: HTMLFormElement | null): string | null {
  return form && new URL(form.action).searchParams.get("part")
}

export function typedIn(form: HTMLFormElement | null): Typed {
  return new Map(fieldsOf(form).map((field) => [keyOf(field), heldBy(field)]))
}

/** Puts what was typed since `before` into the fresh form; what no longer has a place there went with its place. */
export function keepTyped(fresh: HTMLFormElement | null, form: HTMLFormElement | null, before: Typed): void {
  const now = typedIn(form)
  for (const field of fieldsOf(fresh)) {
    const key = keyOf(field)
    const value = now.get(key)
    if (value === undefined || value === before.get(key)) continue
    if (isTick(field)) field.checked = value === "true"
    else {
      field.value = value
      // Where an input lacks the attribute, the one that is drawn over is emptied.
      if (field.tagName === "INPUT") field.setAttribute("value", value)
    }
  }
}

/** Every form carries the revision that the last answer left. */
export function takeRevision(builder: ParentNode, fresh: ParentNode): void {
  const revision = fresh.querySelector<HTMLInputElement>("input[name=revision]")?.value
  for (const field of builder.querySelectorAll<HTMLInputElement>("input[name=revision]"))
    field.value = revision ?? field.value
}

interface Drawn {
  /** The form that was sent for it: what it held has arrived. */
  sent?: HTMLFormElement | undefined
  /** Leaves the form in hand as it is: it holds more than the answer, and is sent next. */
  around_form?: boolean
}

/** Prepares to draw: what is in hand, what is open and what waits to be sent stay as they are. */
export function prepareDrawing(builder: HTMLElement): (fresh: Element, drawn?: Drawn) => Promise<void> {
  let previewed = builder.querySelector("iframe")?.src
  enhance(builder)
  return async (fresh, { sent, around_form = false } = {}) => {
    const frame = builder.querySelector("iframe")
    const revision = frame?.dataset.revision
    const wanted = fresh.querySelector("iframe")?.src
    takeRevision(builder, fresh)
    await Idiomorph.morph(builder, fresh.children, {
      morphStyle: "innerHTML",
      ignoreActiveValue: document.activeElement?.matches("input, textarea, select") ?? false,
      callbacks: {
        // What is open stays open; the preview is led below, for a new address would be a step back in the history.
        beforeAttributeUpdated: (name, element) =>
          !(name === "open" && element.tagName === "DETAILS") &&
          !(name === "src" && element.tagName === "IFRAME"),
        // What script wrote there stands until it writes again; what waits to be sent waits on.
        beforeNodeMorphed: (old, fresh) =>
          !(old instanceof Element && old.id === "builder-status") &&
          !(around_form && old instanceof Element && old.matches("[data-live]")) &&
          !(old instanceof HTMLElement && old.closest("form") !== sent && isWaiting(old, fresh)),
      },
    })
    const shown = builder.querySelector("iframe")
    const { location } = (shown === frame && shown?.contentWindow) || {}
    // A reload while the frame is still on its way to another page would keep it on the one it leaves.
    if (wanted && (wanted !== previewed || shown?.contentDocument?.URL !== wanted)) location?.replace(wanted)
    else if (shown?.dataset.revision !== revision) location?.reload()
    previewed = wanted
    enhance(builder)
  }
}

/** A comment, or new parts and their kind, that nobody has sent yet: the same field stands in the fresh page. */
function isWaiting(old: HTMLElement, fresh: Node): boolean {
  if (!(fresh instanceof HTMLElement) || fresh.id !== old.id || old.closest("[data-live]")) return false
  if (old instanceof HTMLTextAreaElement) return old.value !== old.defaultValue
  const isKind = old instanceof HTMLSelectElement && old.closest("#outline") !== null
  return isKind && [...old.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
}

function fieldsOf(form: HTMLFormElement | null): Field[] {
  return [...(form?.querySelectorAll<Field>("input:not([type=hidden]), select, textarea") ?? [])]
}

/** Rows of choices and columns change places: there a field is known by what its row stands for. */
function keyOf(field: Field): string {
  const row = field.closest(".choice-line, .further-field")
  const id = row?.querySelector<HTMLInputElement>("input[type=hidden]")?.value
  const name = id ? `${field.name.replace(/_\d+$/, "")} ${id}` : field.name
  return isTick(field) ? `${name} ${field.value}` : name
}

function heldBy(field: Field): string {
  return isTick(field) ? String(field.checked) : field.value
}

function isTick(field: Field): field is HTMLInputElement & { type: "checkbox" | "radio" } {
  return field.type === "checkbox" || field.type === "radio"
}

/** What script alone can do, or makes unneeded. */
function enhance(builder: HTMLElement): void {
  builder.classList.add("is-live")
  for (const item of builder.querySelectorAll<HTMLElement>("[data-item]")) item.draggable = true
}

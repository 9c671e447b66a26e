// Updates the builder with the page that the server returned, without overwriting what the author has typed since.
import { Idiomorph } from "idiomorph"
import { flash_id } from "../../../../web/console/forms/flash-id.ts"
import { isOwnPage, parseBody } from "../../../../web/ui/own-response.ts"

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
export type Typed = ReadonlyMap<string, string>

export const liveForm = (builder: ParentNode) => builder.querySelector<HTMLFormElement>("form[data-live]")

/** The builder in the HTML of a response, if any. Throws if the response is a proxy's or a firewall's. */
export async function pageIn(response: Response): Promise<Element | null> {
  const page = parseBody(await response.text())
  if (!isOwnPage(page)) throw new Error("The response is not from our server.")
  return page.querySelector("[data-builder]")
}

/** The key of the part that a form edits. */
export function partOf(form: HTMLFormElement | null): string | null {
  return form && new URL(form.action).searchParams.get("part")
}

export function typedIn(form: HTMLFormElement | null): Typed {
  return new Map(fieldsOf(form).map((field) => [keyOf(field), currentValue(field)]))
}

/** Copies values typed since `before` into the fresh form; drops those of fields that no longer exist. */
export function keepTyped(fresh: HTMLFormElement | null, form: HTMLFormElement | null, before: Typed): void {
  const now = typedIn(form)
  for (const field of fieldsOf(fresh)) {
    const key = keyOf(field)
    const value = now.get(key)
    if (value === undefined || value === before.get(key)) continue
    if (isCheckable(field)) field.checked = value === "true"
    else {
      field.value = value
      // Without the attribute, Idiomorph would empty the existing input.
      if (field.tagName === "INPUT") field.setAttribute("value", value)
    }
  }
}

/** Copies the revision of the latest response to every form. */
export function takeRevision(builder: ParentNode, fresh: ParentNode): void {
  const revision = fresh.querySelector<HTMLInputElement>("input[name=revision]")?.value
  for (const field of builder.querySelectorAll<HTMLInputElement>("input[name=revision]"))
    field.value = revision ?? field.value
}

interface DrawOptions {
  /** The form that was submitted, and the values that the server now has. */
  sent?: { form: HTMLFormElement; values: Typed } | undefined
  /** Leaves the live form unchanged, because it has newer values and will be submitted next. */
  around_form?: boolean
}

/** Returns a function that updates the builder. It preserves focus, open details and unsent input. */
export function prepareDrawing(
  builder: HTMLElement,
): (fresh: Element, options?: DrawOptions) => Promise<void> {
  let previewed = builder.querySelector("iframe")?.src
  enhance(builder)
  return async (fresh, { sent, around_form = false } = {}) => {
    const frame = builder.querySelector("iframe")
    const revision = frame?.dataset.revision
    const wanted = fresh.querySelector("iframe")?.src
    takeRevision(builder, fresh)
    // It confirms what led to this page, and something else has happened since.
    document.getElementById(flash_id)?.remove()
    await Idiomorph.morph(builder, fresh.children, {
      morphStyle: "innerHTML",
      ignoreActiveValue: document.activeElement?.matches("input, textarea, select") ?? false,
      callbacks: {
        // Details keep their state. The preview is navigated below, because setting `src` adds a history entry.
        beforeAttributeUpdated: (name, element) =>
          !(name === "open" && element.tagName === "DETAILS") &&
          !(name === "src" && element.tagName === "IFRAME"),
        // Keeps the status that the script wrote, and input that has not been submitted.
        beforeNodeMorphed: (old, fresh) =>
          !(old instanceof Element && (old.id === "builder-status" || old.id === "views")) &&
          !(around_form && old instanceof Element && old.matches("[data-live]")) &&
          !(old instanceof HTMLElement && isUnsent(old, fresh) && !isStored(old, sent)),
      },
    })
    const shown = builder.querySelector("iframe")
    const { location } = (shown === frame && shown?.contentWindow) || {}
    // Calling reload() during a navigation would keep the frame on the old page.
    if (wanted && (wanted !== previewed || shown?.contentDocument?.URL !== wanted)) location?.replace(wanted)
    else if (shown?.dataset.revision !== revision) location?.reload()
    previewed = wanted
    enhance(builder)
  }
}

/** Whether the server has the value: another may have been typed while it was sent. */
function isStored(field: HTMLElement, sent: DrawOptions["sent"]): boolean {
  if (!sent || field.closest("form") !== sent.form) return false
  return fieldsOf(sent.form).some((one) => one === field && sent.values.get(keyOf(one)) === currentValue(one))
}

/** Whether the field has new parts or their type, not sent yet, and also exists in the fresh page. */
function isUnsent(old: HTMLElement, fresh: Node): boolean {
  if (!(fresh instanceof HTMLElement) || fresh.id !== old.id || old.closest("[data-live]")) return false
  if (old instanceof HTMLInputElement && old.id === "add") return old.value !== old.defaultValue
  const isKind = old instanceof HTMLSelectElement && old.id === "add_kind"
  return isKind && [...old.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
}

function fieldsOf(form: HTMLFormElement | null): Field[] {
  return [...(form?.querySelectorAll<Field>("input:not([type=hidden]), select, textarea") ?? [])]
}

/**
 * Identifies a field. In lists of choices and columns, rows can move, so the key has the row's id instead of its
 * number.
 */
function keyOf(field: Field): string {
  const row = field.closest(".choice-line, .further-field")
  const id = row?.querySelector<HTMLInputElement>("input[type=hidden]")?.value
  const name = id ? `${field.name.replace(/_\d+$/, "")} ${id}` : field.name
  return isCheckable(field) ? `${name} ${field.value}` : name
}

function currentValue(field: Field): string {
  return isCheckable(field) ? String(field.checked) : field.value
}

function isCheckable(field: Field): field is HTMLInputElement & { type: "checkbox" | "radio" } {
  return field.type === "checkbox" || field.type === "radio"
}

/** Turns on the features that need JavaScript. */
function enhance(builder: HTMLElement): void {
  builder.classList.add("is-live")
  for (const item of builder.querySelectorAll<HTMLElement>("[data-item]")) item.draggable = true
}

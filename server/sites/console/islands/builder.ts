import { formIdField } from "../../../firm/access/owner-field.ts"
import {
  giveBack,
  prepareAdding,
  showEditor,
  showNew,
} from "../../../intake/questionnaires/console/builder/adding-live.ts"
import {
  copyOf,
  prepareDragging,
  prepareKeys,
} from "../../../intake/questionnaires/console/builder/dragging.ts"
import {
  keepTyped,
  liveForm,
  pageIn,
  partOf,
  prepareDrawing,
  takeRevision,
  typedIn,
} from "../../../intake/questionnaires/console/builder/drawing.ts"

// Autosave for the questionnaire builder: saves what was typed after a pause and renders the returned page without
// disturbing the field in use. Everything also works as plain forms.

const root = document.querySelector<HTMLElement>("[data-builder]")
if (root) prepare(root)
const pause_ms = 500

function prepare(builder: HTMLElement): void {
  /** Requests run one at a time: each form carries the revision that the previous one returned. */
  let queue: Promise<unknown> = Promise.resolve()
  let busy = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Counts edits, and how many of them the server has stored or refused: a response may be older than the page. */
  let typed = 0
  let stored = 0
  const pressed = new Set<HTMLFormElement>()
  const draw = prepareDrawing(builder)

  const enqueue = (work: () => Promise<unknown>) => {
    busy++
    queue = queue
      .then(work)
      .catch(() => say("Not saved. Check your connection; the next change tries again."))
      .finally(() => busy--)
    return queue
  }
  /** Saves pending edits first; if they are refused, stays on the page and shows why. */
  const afterSaving = (work: () => unknown) =>
    enqueue(async () => {
      if (await saveTyped()) await work()
    })

  builder.addEventListener("input", (event) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || !target.closest("form[data-live]")) return
    typed++
    // A list is saved once it is complete: when it is pasted, or when its field changes.
    const isPasted = event instanceof InputEvent && event.inputType === "insertFromPaste"
    if (target.dataset.late === undefined) saveSoon()
    else if (isPasted) saveSoon(0)
  })
  builder.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    if (target.closest("form[data-live]")) saveSoon(0)
    target.closest<HTMLFormElement>("form.builder-persona")?.requestSubmit()
  })
  builder.addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : undefined
    const step: [string, string] | undefined = button?.name ? [button.name, button.value] : undefined
    if (form.method === "get") {
      const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
      go(`${form.action}?${query}`)
    } else if (form.matches(".builder-add")) {
      takeLine(form)
    } else if (form.matches("[data-live]")) {
      enqueue(() => {
        stopWaiting()
        return send(form, step)
      })
    } else if (!pressed.has(form)) {
      // Ignore a second press: by then the form may belong to another part. Undo may be pressed repeatedly.
      if (!form.matches(".builder-steps")) pressed.add(form)
      void afterSaving(() => send(form, step)).finally(() => pressed.delete(form))
    }
  })
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)
    if (!link || !isPlain || link.target) return
    const isHere = link.pathname === location.pathname
    if (isHere ? !builder.contains(link) : busy === 0 && typed === stored) return
    event.preventDefault()
    if (isHere) go(link.href)
    else afterSaving(() => location.assign(link.href))
  })
  addEventListener("popstate", () => go(location.href, false))
  addEventListener("beforeunload", (event) => {
    if (waiting !== undefined) event.preventDefault()
  })
  const takeLine = prepareAdding(builder, (lines, kind) => {
    afterSaving(async () => {
      const form = builder.querySelector<HTMLFormElement>(".builder-add")
      const values = { add: lines, step: "add", ...(kind && { add_kind: kind }) }
      if (form && !(await send(copyOf(form, values)))) giveBack(builder, lines)
    })
  })
  prepareDragging(builder, move)
  prepareKeys(builder, move)

  function saveSoon(after_ms = pause_ms): void {
    stopWaiting()
    say("Saving…")
    waiting = setTimeout(() => enqueue(saveTyped), after_ms)
  }

  function stopWaiting(): void {
    clearTimeout(waiting)
    waiting = undefined
  }

  /** Sends unsaved edits; false if the server refused them. */
  async function saveTyped(): Promise<boolean> {
    stopWaiting()
    const form = liveForm(builder)
    return !form || typed === stored || send(form)
  }

  function go(url: string, isNew = true): void {
    enqueue(async () => {
      if (!(await show(url)) || !isNew) return
      history.pushState(undefined, "", url)
      const { hash } = new URL(url)
      if (hash) showEditor()
      const shown = hash ? document.querySelector<HTMLElement>(hash) : null
      if (document.activeElement?.matches("a, body")) shown?.focus({ preventScroll: true })
      if (matchMedia("(max-width: 62.4375em)").matches) shown?.scrollIntoView()
    })
  }

  /** Loads and renders another page of the builder; edits made meanwhile are saved, and the page is loaded again. */
  async function show(url: string): Promise<boolean> {
    for (;;) {
      if (!(await saveTyped())) return false
      const before = typed
      const fresh = await pageIn(await fetch(url))
      if (!fresh) location.assign(url)
      else if (typed !== before) continue
      else await draw(fresh)
      return fresh !== null
    }
  }

  /** Sends a form and renders the response; false if the form was refused. */
  async function send(form: HTMLFormElement, step?: [string, string]): Promise<boolean> {
    say("Saving…")
    const [isLive, before] = [form.matches("[data-live]"), typed]
    const [held, focused] = [typedIn(liveForm(builder)), document.activeElement]
    const sent = { form, values: typedIn(form) }
    const data = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    if (step) data.append(...step)
    // One at a time, with a revision: each is a press of its own.
    data.delete(formIdField)
    const response = await fetch(form.action, { method: "POST", body: data })
    if (response.status >= 500) throw new Error("The server could not store it")
    const fresh = await pageIn(response)
    if (!fresh) {
      // The session has probably ended. Submitting the plain form preserves what was typed.
      form.isConnected ? form.submit() : location.reload()
      return false
    }
    if (isLive) stored = before
    const [mine, theirs] = [liveForm(builder), liveForm(fresh)]
    const isSamePart = mine !== null && partOf(mine) === partOf(theirs)
    if (typed === before || (isSamePart && (step || !isLive))) {
      // The lists sent are rows now; clear their fields even if the focus prevents rendering them again.
      if (response.ok)
        for (const list of form.querySelectorAll<HTMLTextAreaElement>("textarea[data-late]"))
          if (list.value === data.get(list.name)) list.value = ""
      keepTyped(theirs, mine, held)
      await draw(fresh, { sent })
    } else if (isSamePart) await draw(fresh, { sent, around_form: true })
    else if (mine && fresh.querySelector(`[data-item="${partOf(mine)?.split(".")[0]}"]`)) {
      takeRevision(builder, fresh)
      if (!(await show(response.url))) return false
    } else {
      // The edits belonged to a part that no longer exists.
      stopWaiting()
      stored = typed
      await draw(fresh, { sent })
    }
    if (response.redirected && !isLive) {
      history.pushState(undefined, "", response.url)
      const hasStayed = [focused, document.body].includes(document.activeElement)
      if (data.get("step") === "add") showNew(builder, hasStayed)
    }
    const done = data.get("step") === "remove" ? "Removed. Undo brings it back." : "Saved"
    say(!response.ok ? "Not saved yet: see what is marked." : waiting === undefined ? done : "Saving…")
    return response.ok
  }

  /** Moves an item to the position `placeOf` returns, after earlier changes are rendered. */
  function move(key: string, placeOf: (item: HTMLElement) => string | undefined): void {
    const find = () => builder.querySelector<HTMLElement>(`[data-item="${key}"]`)
    afterSaving(async () => {
      const [form, item] = [builder.querySelector<HTMLFormElement>("#arrange"), find()]
      const to = item && placeOf(item)
      if (form && to != null) await send(copyOf(form, { item: key, to, step: "move" }))
      find()?.querySelector<HTMLElement>(":scope > a")?.focus()
    })
  }

  function say(words: string): void {
    const status = builder.querySelector("#builder-status")
    if (status) status.textContent = words
  }
}

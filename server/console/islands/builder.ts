import { Idiomorph } from "idiomorph"
import { moveBy, moveForm, prepareDragging } from "../questionnaires/dragging.ts"

// The builder's forms send themselves: what is typed is saved after a pause, and the page that comes back takes the place
// of this one, without what is in hand being disturbed. All of it works as plain forms too.

const root = document.querySelector<HTMLElement>("[data-builder]")
if (root) prepare(root)
const pause_ms = 500

function prepare(builder: HTMLElement): void {
  /** One request after the other: each form carries the revision that the one before it left. */
  let queue: Promise<unknown> = Promise.resolve()
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Counts what was typed, to know whether an answer is older than the page. */
  let typed = 0

  const inTurn = (work: () => Promise<unknown>) => {
    queue = queue
      .then(work)
      .catch(() => say("Not saved. Check your connection; the next change tries again."))
    return queue
  }

  builder.addEventListener("input", (event) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || !target.closest("form[data-live]")) return
    typed++
    // A list waits until it is whole: when it is pasted, or its author goes on.
    const isPasted = event instanceof InputEvent && event.inputType === "insertFromPaste"
    if (target.dataset.late === undefined) saveSoon()
    else if (isPasted) saveSoon(0)
  })
  builder.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    if (target.closest("form[data-live]")) saveSoon(0)
    const form = target.closest<HTMLFormElement>("form.builder-persona")
    if (form) form.requestSubmit()
  })
  builder.addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const { submitter } = event
    if (form.method === "get") {
      const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
      go(`${form.action}?${query}`)
    } else {
      flush()
      inTurn(() => send(form, submitter))
    }
  })
  builder.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a")
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)
    if (!link || !isPlain || link.pathname !== location.pathname || link.target) return
    event.preventDefault()
    go(link.href)
  })
  builder.addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, key, target } = event
    const item = target instanceof Element ? target.closest<HTMLElement>("[data-item]") : null
    if (altKey && item && (key === "ArrowUp" || key === "ArrowDown")) {
      event.preventDefault()
      moveBy(item, key === "ArrowUp" ? -1 : 1, move)
    }
    const isTyping = target instanceof Element && target.matches("input, textarea, select")
    if ((ctrlKey || metaKey) && key.toLowerCase() === "z" && !isTyping) {
      event.preventDefault()
      builder.querySelector<HTMLButtonElement>(`[data-step=${shiftKey ? "redo" : "undo"}]`)?.click()
    }
  })
  addEventListener("popstate", () => go(location.href, false))
  addEventListener("beforeunload", (event) => {
    if (waiting) event.preventDefault()
  })
  prepareDragging(builder, move)
  enhance()

  function saveSoon(after_ms = pause_ms): void {
    clearTimeout(waiting)
    say("Saving…")
    waiting = setTimeout(flush, after_ms)
  }

  /** What is typed and not yet sent, sent. */
  function flush(): void {
    if (waiting === undefined) return
    clearTimeout(waiting)
    waiting = undefined
    inTurn(async () => {
      const form = builder.querySelector<HTMLFormElement>("form[data-live]")
      if (form) await send(form)
    })
  }

  function go(url: string, isNew = true): void {
    flush()
    inTurn(async () => {
      const answer = await fetch(url)
      if (await take(answer, typed)) {
        if (isNew) history.pushState(undefined, "", url)
        const { hash } = new URL(url)
        const shown = hash && document.querySelector<HTMLElement>(hash)
        if (shown && matchMedia("(max-width: 999px)").matches) shown.scrollIntoView()
      } else location.assign(url)
    })
  }

  async function send(form: HTMLFormElement, submitter?: HTMLElement | null): Promise<void> {
    say("Saving…")
    const before = typed
    const data = new URLSearchParams(
      [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]),
    )
    const lists = [...form.querySelectorAll<HTMLTextAreaElement>("[data-late]")]
    const answer = await fetch(form.action, { method: "POST", body: data })
    // They are rows now, also where the focus keeps what was typed from being drawn anew.
    if (answer.ok) for (const list of lists) if (list.value === data.get(list.name)) list.value = ""
    if (!(await take(answer, before, form))) {
      // Signed out, most likely: the plain form keeps what was typed.
      if (form.isConnected) form.submit()
      else location.reload()
      return
    }
    if (answer.redirected && !form.matches("[data-live]")) {
      history.pushState(undefined, "", answer.url)
      if (data.get("step")?.startsWith("add")) focusOnNew()
    }
    say(answer.ok ? "Saved" : "Not saved yet: see what is marked.")
  }

  /** Draws what came back; false where it is no page of the builder. What was typed meanwhile is left alone. */
  async function take(answer: Response, before: number, sent?: HTMLFormElement): Promise<boolean> {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    const fresh = page.querySelector("[data-builder]")
    if (!fresh) return false
    if (typed !== before) {
      const revision = fresh.querySelector<HTMLInputElement>("input[name=revision]")?.value
      for (const field of builder.querySelectorAll<HTMLInputElement>("input[name=revision]"))
        field.value = revision ?? field.value
      return true
    }
    const frame = builder.querySelector("iframe")
    const source = frame?.getAttribute("src")
    const revision = frame?.dataset.revision
    await Idiomorph.morph(builder, fresh.children, {
      morphStyle: "innerHTML",
      ignoreActiveValue: document.activeElement?.matches("input, textarea, select") ?? false,
      callbacks: {
        // What is open stays open.
        beforeAttributeUpdated: (name, element) => !(name === "open" && element.tagName === "DETAILS"),
        // What script wrote there stands until it writes again; what waits to be sent waits on.
        beforeNodeMorphed: (old, fresh) =>
          !(old instanceof Element && old.id === "builder-status") &&
          !(old instanceof HTMLElement && old.closest("form") !== sent && isWaiting(old, fresh)),
      },
    })
    const shown = builder.querySelector("iframe")
    const isSame = shown === frame && shown?.getAttribute("src") === source
    if (isSame && shown?.dataset.revision !== revision) shown?.contentWindow?.location.reload()
    enhance()
    return true
  }

  /** A comment, or new parts and their kind, that nobody has sent yet: the same field stands in the fresh page. */
  function isWaiting(old: HTMLElement, fresh: Node): boolean {
    if (!(fresh instanceof HTMLElement) || fresh.id !== old.id || old.closest("[data-live]")) return false
    if (old instanceof HTMLTextAreaElement) return old.value !== old.defaultValue
    const isKind = old instanceof HTMLSelectElement && old.closest("#outline") !== null
    return isKind && [...old.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  }

  function focusOnNew(): void {
    builder.querySelector<HTMLElement>("#editor input:not([type=hidden]), #editor textarea")?.focus()
  }

  /** What script alone can do, or makes unneeded. */
  function enhance(): void {
    builder.classList.add("is-live")
    for (const item of builder.querySelectorAll<HTMLElement>("[data-item]")) item.draggable = true
  }

  /** Before another item, or at the end of a list. */
  function move(item: HTMLElement, before: Element | null | undefined, list: HTMLElement | null): void {
    const to = before instanceof HTMLElement ? before.dataset.place : (list?.dataset.end ?? ":")
    flush()
    inTurn(async () => {
      // Only now does it hold the revision that what was typed before has left.
      const form = builder.querySelector<HTMLFormElement>("#arrange")
      if (form && to !== undefined) await send(moveForm(form, item.dataset.item ?? "", to))
      builder.querySelector<HTMLElement>(`[data-item="${item.dataset.item}"] > a`)?.focus()
    })
  }

  function say(words: string): void {
    const status = builder.querySelector("#builder-status")
    if (status) status.textContent = words
  }
}

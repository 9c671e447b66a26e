import { showDispute } from "../autosave/dispute.ts"
import { keepDrafts } from "../autosave/drafts.ts"
import { followUps } from "../autosave/follow_ups.ts"
import { pressOnce } from "../autosave/one_press.ts"
import { Outbox } from "../autosave/outbox.ts"
import { PageFields } from "../autosave/page_fields.ts"
import { sendPage } from "../autosave/sending.ts"
import { signInAgain } from "../autosave/sign_in_again.ts"
import { clockTime, filled, StatusLine } from "../autosave/status_line.ts"
import type { AutosaveWords, FieldsSaved } from "../autosave/wire.ts"

// Saves each field while it is typed. Every keystroke is in the outbox at once, and leaves it when the server has
// it; the pages work the same without all this.

pressOnce()
const settings = document.getElementById("autosave")
if (settings) run(settings.dataset)

function run({ user = "", fields: fieldsUrl = "", home = "", words: text = "{}" }: DOMStringMap): void {
  const words = JSON.parse(text) as AutosaveWords
  const status = new StatusLine(document.getElementById("page-status"), words)
  const outbox = new Outbox(user)
  keepDrafts(user, status)
  const form = document.querySelector<HTMLFormElement>("form[data-autosave]")
  const fields = form && new PageFields(form)
  const here = form ? new URL(form.action).pathname + new URL(form.action).search : ""
  const typed_pause_ms = 500
  const retry_ms = 3_000
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<boolean> | undefined
  let isSigningIn = false
  let typed = 0

  function soon(wait_ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait_ms)
  }

  /** Sends everything that waits; whether all of it arrived. */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    const next = (sending ?? Promise.resolve(true)).then(() => exclusively(sendAll))
    sending = next.finally(() => {
      if (sending === next) sending = undefined
    })
    return next
  }

  async function sendAll(): Promise<boolean> {
    for (const page of outbox.waiting()) {
      status.saySaving()
      const sent = await sendPage(outbox, page, fieldsUrl)
      switch (sent.kind) {
        case "saved":
          settle(page, sent.answer)
          break
        case "unreachable":
          status.say("waiting", navigator.onLine ? words.retrying : words.offline)
          soon(retry_ms)
          return false
        case "signed_out":
          status.say("failed", words.sign_in)
          if (!isSigningIn) {
            isSigningIn = true
            void signInAgain(words, home).then(async () => {
              isSigningIn = false
              await flush()
              // The tab in which one signed in may have been quicker to save what waited here.
              if (Object.keys(outbox.of(here)).length === 0) saySaved()
            })
          }
          return false
        case "read_only":
          status.say("failed", words.read_only)
          break
        case "gone":
          break
        default:
          sent satisfies never
      }
    }
    return true
  }

  function saySaved(): void {
    status.say("saved", filled(words.saved, { time: clockTime(new Date()) }))
  }

  function settle(page: string, { saved, faults, conflicts }: FieldsSaved): void {
    const [fault] = Object.entries(faults)
      .filter(([field]) => !isTyping(field))
      .map(([, sentence]) => sentence)
    if (fault) status.say("failed", filled(words.not_saved, { why: fault }))
    else if (Object.keys(saved).length === 0) status.say("idle", "")
    // Not while something else, of this page or another, is still on its way.
    else if (outbox.waiting().length === 0) saySaved()
    if (page !== here || !fields) return
    for (const [field, revision] of Object.entries(saved)) fields.markSeen(field, revision)
    for (const [field, conflict] of Object.entries(conflicts)) {
      const change = { name: conflict.changed_by, when: clockTime(new Date(conflict.changed_at)) }
      const sentence = filled(words.changed_by, change)
      status.say("conflict", sentence)
      showDispute(fields.place(field), words, sentence, conflict.theirs, (keepMine) => {
        if (!keepMine) {
          outbox.update(page, field, () => undefined)
          return location.reload()
        }
        fields.markSeen(field, conflict.revision)
        note(field)
        void flush()
      })
    }
  }

  /** Half a word is no fault yet; a choice is made at once. */
  function isTyping(field: string): boolean {
    const control = fields?.controlsOf(field).find((each) => each === document.activeElement)
    return control?.matches("textarea, input:not([type=radio], [type=checkbox])") ?? false
  }

  function note(field: string): void {
    if (!fields) return
    typed += 1
    outbox.put(
      here,
      field,
      { controls: fields.read(field), seen: fields.seen(field), typed },
      fields.isSecret(field),
    )
  }

  if (form && fields) {
    const follow = followUps(fields)
    // Twice: what was typed first may bring up the question of what was typed next.
    for (const _ of [1, 2]) {
      for (const [field, { controls, seen }] of Object.entries(outbox.of(here))) {
        fields.write(field, controls)
        fields.markSeen(field, seen)
      }
      follow()
    }
    const changed = (event: Event, wait_ms: number) => {
      follow()
      const field = fields.fieldOf(event.target)
      if (!field) return
      note(field)
      soon(wait_ms)
    }
    form.addEventListener("input", (event) => changed(event, typed_pause_ms))
    form.addEventListener("change", (event) => changed(event, 0))
    let isFlushed = false
    form.addEventListener("submit", async (event) => {
      if (isFlushed || outbox.waiting().length === 0) return outbox.drop(here)
      // What autosave already knows arrives first, so that the form names the right revisions.
      event.preventDefault()
      const { submitter } = event
      isFlushed = await flush()
      if (isFlushed) form.requestSubmit(submitter)
    })
  }
  document.querySelector("form[action='/portal/sign-out']")?.addEventListener("submit", () => Outbox.clear())
  const stop = document.querySelector<HTMLFormElement>("form[data-stop]")
  stop?.addEventListener("submit", async (event) => {
    if (outbox.waiting().length === 0) return
    // What was typed last belongs to what is being ended.
    event.preventDefault()
    await flush()
    stop.submit()
  })
  document.addEventListener("visibilitychange", () => void flush())
  window.addEventListener("online", () => void flush())
  window.addEventListener("offline", () => status.say("waiting", words.offline))
  void flush()
}

/** One tab at a time: they share the outbox. */
function exclusively(work: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return work()
  return navigator.locks.request("foyer-outbox", work) as Promise<boolean>
}

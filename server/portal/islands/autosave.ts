import { showConflict } from "../autosave/conflict.ts"
import { saveDrafts } from "../autosave/drafts.ts"
import { watchEnding } from "../autosave/ending.ts"
import { markFault, unmarkFault } from "../autosave/field-marks.ts"
import { followUps } from "../autosave/follow-ups.ts"
import { Groups } from "../autosave/groups.ts"
import { pressOnce } from "../autosave/one-press.ts"
import { PageFields } from "../autosave/page-fields.ts"
import { PendingChanges } from "../autosave/pending-changes.ts"
import { forgetTaken } from "../autosave/posted.ts"
import { Press } from "../autosave/pressing.ts"
import { putBack } from "../autosave/putting-back.ts"
import { sendPage } from "../autosave/sending.ts"
import { showSignIn, signInAgain } from "../autosave/sign-in-again.ts"
import { watchSlowForms } from "../autosave/slow-forms.ts"
import { clockTime, filled, StatusLine } from "../autosave/status-line.ts"
import { exclusively, listenersOf, listenToTabs } from "../autosave/tabs.ts"
import { watchForms } from "../autosave/taken-form.ts"
import { aidTyping } from "../autosave/typing-aids.ts"
import type { AutosaveWords, FieldConflict, FieldsSaved } from "../autosave/wire.ts"

// Saves each field while it is typed. Every keystroke is in the outbox at once, and leaves it when the server has
// it; the pages work the same without all this.

const typed_pause_ms = 500
const retry_ms = 3_000

watchForms()
pressOnce()
const settings = document.getElementById("autosave")
if (settings) run(settings.dataset)

function run({ user = "", fields: fieldsUrl = "", home = "", words: text = "{}" }: DOMStringMap): void {
  const words = JSON.parse(text) as AutosaveWords
  const status = new StatusLine(document.getElementById("page-status"), words)
  const pending = new PendingChanges(user)
  saveDrafts(user, status)
  forgetTaken(pending)
  watchSlowForms(status)
  aidTyping(words)
  const form = document.querySelector<HTMLFormElement>("form[data-autosave]")
  const fields = form && new PageFields(form)
  const here = form ? new URL(form.action).pathname + new URL(form.action).search : ""
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<boolean> | undefined
  let isSigningIn = false
  // Of this page alone: another tab with the same page counts differently.
  let typed = Math.random()
  let isOwed = false
  const groups = fields && new Groups(fields, pending, here, () => soon(0))
  const press =
    form &&
    new Press(
      form,
      flush,
      () => {
        groups?.closeAll()
        return pending.waiting().length > 0
      },
      () => (isSigningIn ? showSignIn() : status.say("waiting", words.pressed)),
    )
  const tellTabs = listenToTabs(({ page, controls, answer }) => {
    // Who saves is signed in, and so is this tab.
    if (isSigningIn) document.dispatchEvent(new Event("visibilitychange"))
    if (page === here && fields) applySaved(page, listenersOf(fields, controls, answer))
  })

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
    for (const page of pending.waiting()) {
      status.saySaving()
      const sent = await sendPage(pending, page, fieldsUrl, words.too_much)
      switch (sent.kind) {
        case "saved":
          applySaved(page, sent.answer)
          tellTabs({ page, controls: sent.payload.controls, answer: sent.answer })
          break
        case "unreachable":
          if (press?.isHeld) status.say("waiting", words.pressed)
          else status.say("waiting", navigator.onLine ? words.retrying : words.offline)
          soon(retry_ms)
          return false
        case "signed_out":
          status.say("failed", words.sign_in)
          if (!isSigningIn) {
            isSigningIn = true
            void signInAgain(words, home).then(() => {
              isSigningIn = false
              return flush()
            })
          }
          return false
        case "read_only":
        case "gone":
          status.say("failed", words[sent.kind])
          isOwed = false
          break
        default:
          sent satisfies never
      }
    }
    // Another tab may have been quicker to save what was typed here.
    if (isOwed && Object.keys(pending.of(here)).length === 0) saySaved()
    press?.goOn()
    return true
  }

  function saySaved(): void {
    isOwed = false
    status.say("saved", filled(words.saved, { time: clockTime(new Date()) }))
  }

  function applySaved(page: string, { saved, faults, conflicts }: FieldsSaved): void {
    const [fault] = [...Object.entries(faults), ...pending.faultsOf(here)].filter(
      ([field]) => !fields?.isTyping(field),
    )
    const sentence = fault && (fault[0] in saved ? words.not_complete : words.not_saved)
    if (sentence) status.say("failed", filled(sentence, { why: fault[1] }))
    else if (Object.keys(saved).length === 0) status.say("idle", "")
    // Not while something else, of this page or another, is still on its way.
    else if (pending.waiting().length === 0) saySaved()
    if (fault) isOwed = false
    if (page !== here || !fields) return
    for (const [field, revision] of Object.entries(saved)) {
      fields.markSeen(field, revision)
      if (!(field in faults)) unmarkFault(fields, field)
    }
    for (const [field, why] of Object.entries(faults))
      if (!fields.isTyping(field)) markFault(fields, field, why)
    for (const [field, conflict] of Object.entries(conflicts)) resolveConflict(fields, field, conflict)
  }

  function resolveConflict(fields: PageFields, field: string, conflict: FieldConflict): void {
    status.say("conflict", words.choose_one)
    showConflict(fields.place(field), words, conflict, (chooseMine) => {
      if (!chooseMine) {
        pending.update(here, field, () => undefined)
        return location.reload()
      }
      fields.markSeen(field, conflict.revision)
      note(field)
      void flush()
    })
  }

  function note(field: string): void {
    if (!fields) return
    typed += 1
    isOwed = true
    const entry = { controls: fields.read(field), seen: fields.seen(field), typed }
    const isOpen = groups?.isOpen(field) ?? false
    pending.put(here, field, isOpen ? { ...entry, is_open: true } : entry, fields.isSecret(field))
  }

  if (form && fields) {
    const follow = followUps(fields)
    isOwed = putBack(fields, pending.of(here), follow)
    const [fault] = pending.faultsOf(here)
    if (fault) status.say("failed", filled(words.not_saved, { why: fault[1] }))
    const changed = (event: Event, wait_ms: number) => {
      follow()
      const field = fields.fieldOf(event.target)
      if (!field) return
      note(field)
      if (!groups?.isOpen(field)) soon(wait_ms)
    }
    form.addEventListener("input", (event) => changed(event, typed_pause_ms))
    form.addEventListener("change", (event) => changed(event, 0))
  }
  watchEnding(pending, flush)
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") groups?.closeAnew()
    void flush()
  })
  window.addEventListener("online", () => {
    if (pending.waiting().length > 0) status.say("waiting", press?.isHeld ? words.pressed : words.retrying)
    void flush()
  })
  window.addEventListener("offline", () => status.say("waiting", words.offline))
  void flush()
}

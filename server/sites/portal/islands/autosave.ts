import { checkOnLeave } from "../../../web/portal/autosave/check-on-leave.ts"
import { showConflict } from "../../../web/portal/autosave/conflict.ts"
import { watchConnection, watchSessionEnd } from "../../../web/portal/autosave/connection.ts"
import { saveDrafts } from "../../../web/portal/autosave/drafts.ts"
import { enhanceFields } from "../../../web/portal/autosave/enhancements.ts"
import { markFault, unmarkFault } from "../../../web/portal/autosave/fields/field-marks.ts"
import { updateFollowUps } from "../../../web/portal/autosave/fields/follow-ups.ts"
import { Groups } from "../../../web/portal/autosave/fields/groups.ts"
import { PageFields } from "../../../web/portal/autosave/fields/page-fields.ts"
import { restoreFields } from "../../../web/portal/autosave/fields/restore-fields.ts"
import { fieldsTypedEarly } from "../../../web/portal/autosave/fields/typed-early.ts"
import { HeldSubmit } from "../../../web/portal/autosave/forms/held-submit.ts"
import { preventResubmission } from "../../../web/portal/autosave/forms/resubmission.ts"
import { focusSignIn, signInAgain } from "../../../web/portal/autosave/forms/sign-in-again.ts"
import { watchSlowForms } from "../../../web/portal/autosave/forms/slow-forms.ts"
import { dropAccepted, watchSubmittedForms } from "../../../web/portal/autosave/forms/submitted-forms.ts"
import { connectTabs, matchingResult, withTabLock } from "../../../web/portal/autosave/forms/tabs.ts"
import { PendingChanges } from "../../../web/portal/autosave/pending-changes.ts"
import { RejectedChanges } from "../../../web/portal/autosave/rejected-changes.ts"
import { sendPage } from "../../../web/portal/autosave/sending.ts"
import { clockTime, filled, StatusLine } from "../../../web/portal/autosave/status-line.ts"
import type { AutosaveWords, FieldConflict, FieldsSaved } from "../../../web/portal/autosave/wire.ts"

// Saves each field while the client types. Every keystroke becomes a pending change in local storage and stays there
// until the server has saved it. The pages also work without this script.

const typing_pause_ms = 500
const retry_ms = 3_000
/** Whoever counts requests has had too many. */
const busy_retry_ms = 10_000

watchSubmittedForms()
preventResubmission()
const settings = document.getElementById("autosave")
if (settings) run(settings.dataset)

function run({ user = "", fields: fieldsUrl = "", home = "", words: text = "{}" }: DOMStringMap): void {
  const words = JSON.parse(text) as AutosaveWords
  const status = new StatusLine(document.getElementById("page-status"), words)
  const pending = new PendingChanges(user)
  const rejected = new RejectedChanges(user, words)
  saveDrafts(user, status)
  checkOnLeave(fieldsUrl)
  dropAccepted(pending)
  watchSlowForms(status)
  enhanceFields(words)
  const form = document.querySelector<HTMLFormElement>("form[data-autosave]")
  const fields = form && new PageFields(form)
  const here = form ? new URL(form.action).pathname + new URL(form.action).search : ""
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<boolean> | undefined
  let isSigningIn = false
  // Starts at random, so that another tab with the same page counts differently.
  let typed = Math.random()
  let mustReportSaved = false
  const groups = fields && new Groups(fields, pending, here, () => flushAfter(0))
  const held_submit =
    form &&
    new HeldSubmit(
      form,
      flush,
      () => {
        groups?.closeAll()
        return pending.waiting().includes(here)
      },
      () => (isSigningIn ? focusSignIn() : status.say("waiting", words.pressed)),
    )
  const broadcastSaved = connectTabs(({ page, controls, result }) => {
    // Another tab could save, so the client is signed in again: triggers the panel's session check.
    if (isSigningIn) document.dispatchEvent(new Event("visibilitychange"))
    if (page === here && fields) applySaved(page, matchingResult(fields, controls, result))
  })

  function flushAfter(wait_ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait_ms)
  }

  /** Sends all pending changes; resolves to whether those of this page arrived. */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    const next = (sending ?? Promise.resolve(true)).then(() => withTabLock(sendAll))
    sending = next.finally(() => {
      if (sending === next) sending = undefined
    })
    return next
  }

  async function sendAll(): Promise<boolean> {
    // Why a page could not be saved. It does not stop the others.
    const troubles = new Map<string, string>()
    let wait_ms = retry_ms
    // This page first: it and its button wait for no other.
    for (const page of pending.waiting().sort((a, b) => Number(b === here) - Number(a === here))) {
      status.saySaving()
      const sent = await sendPage(pending, page, fieldsUrl, words.too_much)
      switch (sent.kind) {
        case "saved":
          applySaved(page, sent.result)
          broadcastSaved({ page, controls: sent.payload.controls, result: sent.result })
          if (sent.is_blocked) troubles.set(page, words.blocked)
          break
        case "unreachable":
          if (sent.is_busy) wait_ms = busy_retry_ms
          troubles.set(page, sent.is_busy ? words.busy : status.whyWaiting(held_submit))
          break
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
          rejected.add(sent.entries)
          status.say("failed", words[sent.kind])
          mustReportSaved = false
          break
        default:
          sent satisfies never
      }
    }
    const why = troubles.get(here)
    if (why) return retryLater(why, wait_ms)
    const [elsewhere] = navigator.onLine ? troubles.keys() : []
    if (elsewhere) retryLater(words.blocked_elsewhere, wait_ms, elsewhere)
    else if (troubles.size) retryLater(words.offline)
    // Another tab may have saved this page's changes first.
    else if (mustReportSaved && Object.keys(pending.of(here)).length === 0) reportSaved()
    held_submit?.resume()
    return true
  }

  function retryLater(why: string, wait_ms = retry_ms, page?: string): false {
    status.say("waiting", why, page)
    flushAfter(wait_ms)
    return false
  }

  function reportSaved(): void {
    mustReportSaved = false
    status.say("saved", filled(words.saved, { time: clockTime(new Date()) }))
  }

  function applySaved(page: string, { saved, faults, conflicts, shown = {} }: FieldsSaved): void {
    const [fault] = [...Object.entries(faults), ...pending.faultsOf(here)].filter(
      ([field]) => !fields?.isTyping(field),
    )
    const sentence = fault && (fault[0] in saved ? words.not_complete : words.not_saved)
    if (sentence) status.say("failed", filled(sentence, { why: fault[1] }))
    else if (Object.keys(saved).length === 0) status.say("idle", "")
    // Only once no other change, of this page or another, is pending.
    else if (pending.waiting().length === 0) reportSaved()
    if (fault) mustReportSaved = false
    if (page !== here || !fields) return
    for (const [field, controls] of Object.entries(shown))
      if (!pending.of(here)[field]) fields.write(field, controls)
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
        return void flush().then(() => location.reload())
      }
      fields.markSeen(field, conflict.revision)
      putPending(field)
      void flush()
    })
  }

  function putPending(changed: string): void {
    if (!fields) return
    typed += 1
    mustReportSaved = true
    const isOpen = groups?.isOpen(changed) ?? false
    for (const field of fields.wholeAnswer(changed)) {
      const isSecret = fields.isSecret(field)
      const text = isSecret ? "" : fields.describe(field)
      const entry = { controls: fields.read(field), seen: fields.seen(field), typed, text }
      pending.put(here, field, { ...entry, label: fields.labelOf(field), is_open: isOpen }, isSecret)
    }
  }

  if (form && fields) {
    pending.reopen(here)
    for (const field of fieldsTypedEarly(fields)) putPending(field)
    mustReportSaved = restoreFields(fields, pending.of(here))
    const [fault] = pending.faultsOf(here)
    if (fault) status.say("failed", filled(words.not_saved, { why: fault[1] }))
    const onChange = (event: Event, wait_ms: number) => {
      updateFollowUps(fields)
      const field = fields.fieldOf(event.target)
      if (!field) return
      putPending(field)
      if (groups?.isOpen(field)) groups.closeAfterPause(field)
      else flushAfter(wait_ms)
    }
    document.addEventListener("input", (event) => onChange(event, typing_pause_ms))
    document.addEventListener("change", (event) => onChange(event, 0))
  }
  watchSessionEnd(pending, flush, words)
  watchConnection(pending, status, flush, { groups, submit: held_submit })
  void flush()
}

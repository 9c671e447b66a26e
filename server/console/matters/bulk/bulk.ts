// Bulk actions on matters. Each matter changes as its own page would change it, with its own audit entry. A matter that
// does not allow the action is left out; the others go ahead.
import { recordAudit } from "../../../audit/audit.ts"
import { type ListFormat, listFilename, listFormats, matterTable } from "../../../exports/matter-list.ts"
import { assignMatter } from "../../../matters/assignment.ts"
import { closeMatter } from "../../../matters/lifecycle.ts"
import type { MatterOverview } from "../../../matters/list.ts"
import { getMatterRow } from "../../../matters/matter-row.ts"
import { Failure } from "../../../platform/errors.ts"
import { findRemindableInBulk, remindClients } from "../../../reminders/remind.ts"
import { notRemindedWords } from "../../../reminders/words.ts"
import { listTeam } from "../../../users/team.ts"
import { sendDownload } from "../../download.ts"
import { type PageRequest, textOf } from "../../page-request.ts"
import type { Console } from "../../routing.ts"
import { todayOf } from "../../times.tsx"
import type { PageResponse } from "../../view.tsx"
import { mayBeAssigned } from "../assignee/field.tsx"
import { nothing_missing, reminderLines } from "../reminders/page.tsx"
import { groupByReason, matterCount, type Outcome, type Skipped } from "./outcome.tsx"
import { confirmPage, noSelectionPage } from "./pages.tsx"
import { readSelection, type Selection } from "./selection.ts"

const url = "/console/matters/selection"
/** The actions below record an audit entry for each matter; choosing an action changes nothing. */
const own_audit = { audit: "nothing" } as const

export function bulkRoutes(console: Console): void {
  console.form(url, { show: async () => noSelectionPage(), act: choose }, own_audit)
  console.action(`${url}/reminders`, remind, own_audit)
  console.action(`${url}/closing`, close, own_audit)
}

async function choose(req: PageRequest): Promise<PageResponse> {
  const selection = await readSelection(req)
  if (selection.matters.length === 0) {
    const problem = "Select one or more matters first."
    return backTo(selection, selection.lost === 0 ? { problem } : {})
  }
  switch (textOf(req.form, "step")) {
    case "assign":
      return assign(req, selection)
    case "csv":
      return exportList(req, selection, listFormats.csv)
    case "workbook":
      return exportList(req, selection, listFormats.workbook)
    case "close":
      return confirmClosing(selection)
    default:
      return confirmReminders(req, selection)
  }
}

function backTo(
  { back, lost }: Selection,
  { done = null, problem, skipped = [] }: { done?: string | null; problem?: string; skipped?: Skipped[] },
): PageResponse {
  const outcome: Outcome = { done, ...(problem && { problem }), left_out: groupByReason(skipped), lost }
  return { to: back, flash: { handed: { outcome } } }
}

async function confirmReminders(req: PageRequest, selection: Selection): Promise<PageResponse> {
  const { tx } = req
  const found = await Promise.all(
    selection.matters.map(async (matter) => {
      const row = await getMatterRow(tx, matter.id)
      return { matter, row, remindable: await findRemindableInBulk(tx, row) }
    }),
  )
  const matters: MatterOverview[] = []
  const skipped: Skipped[] = []
  const notes = new Map<string, string[]>()
  let people = 0
  for (const { matter, row, remindable } of found) {
    if (remindable.why) {
      skipped.push({ name: matter.name, why: notRemindedWords[remindable.why].short })
      continue
    }
    const lines = await reminderLines(req, row)
    matters.push(matter)
    notes.set(matter.id, lines.length > 0 ? lines : [nothing_missing])
    people += remindable.recipients.length
  }
  if (matters.length === 0) return backTo(selection, { skipped })
  return confirmPage({
    question: `Remind the clients of ${matterCount(matters.length)}?`,
    sentences: [
      `${people === 1 ? "One client gets" : `${people} clients get`} an email with their own link. It lists what is missing, in their language.`,
    ],
    button: "Send the reminders",
    action: `${url}/reminders`,
    matters,
    notes,
    skipped,
    back: selection.back,
  })
}

async function remind(req: PageRequest): Promise<PageResponse> {
  const { tx, parts } = req
  const selection = await readSelection(req)
  const skipped: Skipped[] = []
  let [mails, matters] = [0, 0]
  for (const { id, name } of selection.matters) {
    const { reminded, why } = await remindClients(tx, parts, id, { in_bulk: true })
    if (why) skipped.push({ name, why: notRemindedWords[why].short })
    if (reminded === 0) continue
    await recordAudit(tx, "clients_reminded", { matter_id: id })
    mails += reminded
    matters += 1
  }
  const done = `${mails === 1 ? "1 reminder is" : `${mails} reminders are`} on the way for ${matterCount(matters)}.`
  return backTo(selection, { done: mails === 0 ? null : done, skipped })
}

function confirmClosing(selection: Selection): PageResponse {
  const matters = selection.matters.filter(({ state }) => state !== "closed")
  const skipped = selection.matters.filter(({ state }) => state === "closed").map(alreadyClosed)
  if (matters.length === 0) return backTo(selection, { skipped })
  return confirmPage({
    question: `Close ${matterCount(matters.length)}?`,
    sentences: [
      "Clients can read them but not change them, and the list shows them as closed.",
      "Nothing is deleted, and you can reopen each one.",
    ],
    button: matters.length === 1 ? "Close the matter" : `Close all ${matters.length}`,
    action: `${url}/closing`,
    matters,
    skipped,
    back: selection.back,
  })
}

function alreadyClosed({ name }: Pick<MatterOverview, "name">): Skipped {
  return { name, why: "already closed" }
}

async function close(req: PageRequest): Promise<PageResponse> {
  const { tx } = req
  const selection = await readSelection(req)
  const skipped: Skipped[] = []
  for (const { id, name } of selection.matters) {
    try {
      await closeMatter(tx, id)
      await recordAudit(tx, "matter_closed", { matter_id: id })
    } catch (error) {
      // closeMatter throws before it writes, so the transaction can close the others.
      if (!(error instanceof Failure && error.kind === "conflict")) throw error
      skipped.push(alreadyClosed({ name }))
    }
  }
  const closed = selection.matters.length - skipped.length
  const done = closed === 0 ? null : `${matterCount(closed)} ${closed === 1 ? "is" : "are"} closed.`
  return backTo(selection, { done, skipped })
}

async function assign({ tx, form }: PageRequest, selection: Selection): Promise<PageResponse> {
  const chosen = textOf(form, "assignee_id")
  const team = await listTeam(tx)
  const member = team.find((one) => one.id === chosen && mayBeAssigned(one))
  if (!member && chosen !== "nobody") {
    return backTo(selection, { problem: "Choose an assignee first." })
  }
  const user_id = member?.id ?? null
  const skipped = selection.matters.filter(({ assignee_id }) => assignee_id === user_id)
  for (const { id, assignee_id } of selection.matters) {
    if (assignee_id === user_id) continue
    await assignMatter(tx, id, user_id)
    await recordAudit(tx, user_id ? "matter_assigned" : "matter_unassigned", { matter_id: id })
  }
  const count = selection.matters.length - skipped.length
  const to = member ? `assigned to ${member.name || member.email}` : "no longer assigned"
  const done = count === 0 ? null : `${matterCount(count)} ${count === 1 ? "is" : "are"} ${to}.`
  const why = member ? "already assigned to this person" : "already unassigned"
  return backTo(selection, { done, skipped: skipped.map(({ name }) => ({ name, why })) })
}

async function exportList(
  req: PageRequest,
  { matters }: Selection,
  format: ListFormat,
): Promise<PageResponse> {
  await recordAudit(req.tx, "matters_exported", {
    label: `${matterCount(matters.length)} chosen in the list`,
  })
  return sendDownload({
    filename: listFilename(format, todayOf(req)),
    content_type: format.content_type,
    content: await matterTable(format, req.staff.firm.time_zone, async (last) => (last ? [] : matters)),
  })
}

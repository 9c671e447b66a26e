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
import { nothing_missing, reminderLines } from "../reminders/page.tsx"
import { leftOutOf, matterCount, type Outcome } from "./outcome.tsx"
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

type Refused = { name: string; why: string }

async function choose(req: PageRequest): Promise<PageResponse> {
  const selection = await readSelection(req)
  if (selection.matters.length === 0) {
    const problem = "Select one or more matters first."
    return backTo(selection, { done: null, left_out: [], ...(selection.lost === 0 && { problem }) })
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

function backTo({ back, lost }: Selection, outcome: Omit<Outcome, "lost">): PageResponse {
  return { to: back, flash: { handed: { outcome: { ...outcome, lost } } } }
}

async function confirmReminders(req: PageRequest, selection: Selection): Promise<PageResponse> {
  const { tx } = req
  const found = await Promise.all(
    selection.matters.map(async (matter) => ({
      matter,
      remindable: await findRemindableInBulk(tx, await getMatterRow(tx, matter.id)),
    })),
  )
  const refused = found.flatMap(({ matter: { name }, remindable: { why } }) =>
    why ? [{ name, why: notRemindedWords[why].short }] : [],
  )
  const matters = found.flatMap(({ matter, remindable }) => (remindable.why ? [] : [matter]))
  if (matters.length === 0) return backTo(selection, { done: null, left_out: leftOutOf(refused) })
  const notes = new Map<string, string[]>()
  for (const { id } of matters) {
    const lines = await reminderLines(req, await getMatterRow(tx, id))
    notes.set(id, lines.length > 0 ? lines : [nothing_missing])
  }
  const people = found.reduce(
    (sum, { remindable }) => sum + (remindable.why ? 0 : remindable.recipients.length),
    0,
  )
  return confirmPage({
    question: `Remind the clients of ${matterCount(matters.length)}?`,
    sentences: [
      `${people === 1 ? "One client gets" : `${people} clients get`} an email with their own link. It lists what is missing, in their language.`,
    ],
    button: "Send the reminders",
    action: `${url}/reminders`,
    matters,
    notes,
    refused,
    back: selection.back,
  })
}

async function remind(req: PageRequest): Promise<PageResponse> {
  const { tx, parts } = req
  const selection = await readSelection(req)
  const refused: Refused[] = []
  let [mails, matters] = [0, 0]
  for (const { id, name } of selection.matters) {
    const { reminded, why } = await remindClients(tx, parts, id, { in_bulk: true })
    if (why) refused.push({ name, why: notRemindedWords[why].short })
    if (reminded === 0) continue
    await recordAudit(tx, "clients_reminded", { matter_id: id })
    mails += reminded
    matters += 1
  }
  const done = `${mails === 1 ? "1 reminder is" : `${mails} reminders are`} on the way for ${matterCount(matters)}.`
  return backTo(selection, { done: mails === 0 ? null : done, left_out: leftOutOf(refused) })
}

function confirmClosing(selection: Selection): PageResponse {
  const matters = selection.matters.filter(({ state }) => state !== "closed")
  const refused = selection.matters.filter(({ state }) => state === "closed").map(alreadyClosed)
  if (matters.length === 0) return backTo(selection, { done: null, left_out: leftOutOf(refused) })
  return confirmPage({
    question: `Close ${matterCount(matters.length)}?`,
    sentences: [
      "Clients can read them but not change them, and the list shows them as closed.",
      "Nothing is deleted, and you can reopen each one.",
    ],
    button: matters.length === 1 ? "Close the matter" : `Close all ${matters.length}`,
    action: `${url}/closing`,
    matters,
    refused,
    back: selection.back,
  })
}

function alreadyClosed({ name }: Pick<MatterOverview, "name">): Refused {
  return { name, why: "already closed" }
}

async function close(req: PageRequest): Promise<PageResponse> {
  const { tx } = req
  const selection = await readSelection(req)
  const refused: Refused[] = []
  for (const { id, name } of selection.matters) {
    try {
      await closeMatter(tx, id)
      await recordAudit(tx, "matter_closed", { matter_id: id })
    } catch (error) {
      // closeMatter throws before it writes, so the transaction can close the others.
      if (!(error instanceof Failure && error.kind === "conflict")) throw error
      refused.push(alreadyClosed({ name }))
    }
  }
  const closed = selection.matters.length - refused.length
  const done = closed === 0 ? null : `${matterCount(closed)} ${closed === 1 ? "is" : "are"} closed.`
  return backTo(selection, { done, left_out: leftOutOf(refused) })
}

async function assign({ tx, form }: PageRequest, selection: Selection): Promise<PageResponse> {
  const chosen = textOf(form, "assignee_id")
  const team = await listTeam(tx)
  const member = team.find(({ id, deactivated_at }) => id === chosen && deactivated_at === null)
  if (!member && chosen !== "nobody") {
    const problem = "Choose an assignee first."
    return backTo(selection, { done: null, problem, left_out: [] })
  }
  const user_id = member?.id ?? null
  const refused = selection.matters.filter(({ assignee_id }) => assignee_id === user_id)
  for (const { id, assignee_id } of selection.matters) {
    if (assignee_id === user_id) continue
    await assignMatter(tx, id, user_id)
    await recordAudit(tx, user_id ? "matter_assigned" : "matter_unassigned", { matter_id: id })
  }
  const count = selection.matters.length - refused.length
  const to = member ? `assigned to ${member.name || member.email}` : "no longer assigned"
  const done = count === 0 ? null : `${matterCount(count)} ${count === 1 ? "is" : "are"} ${to}.`
  const why = member ? "already assigned to this person" : "already unassigned"
  return backTo(selection, { done, left_out: leftOutOf(refused.map(({ name }) => ({ name, why }))) })
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
    content: await matterTable(format, async (last) => (last ? [] : matters)),
  })
}

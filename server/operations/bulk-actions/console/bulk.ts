// Bulk actions on matters. Each matter changes as its own page would change it, with its own audit entry. A matter that
// does not allow the action is left out; the others go ahead. What can be undone needs no confirmation.
import { recordAudit } from "../../../firm/audit/audit.ts"
import { listVisible } from "../../../intake/matters/console/frame/require-matter.ts"
import { safeListUrl } from "../../../intake/matters/console/list/filters.ts"
import { ListRows } from "../../../intake/matters/console/list/rows.tsx"
import type { MatterOverview } from "../../../intake/matters/list/list.ts"
import { getMatterRow } from "../../../intake/matters/matter-row.ts"
import { nothing_missing, reminderLines } from "../../../intake/reminders/console/matter/page.tsx"
import { findRemindableInBulk } from "../../../intake/reminders/remind.ts"
import { notRemindedWords } from "../../../intake/reminders/words.ts"
import {
  type ListFormat,
  listFilename,
  listFormats,
  matterTable,
} from "../../../outputs/exports/matter-list.ts"
import { isId } from "../../../platform/ids.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { PageResponse, Redirect } from "../../../web/console/view.tsx"
import { getBulkAction, isUndoable, type LeftOut, leaveOut, recordBulkAction } from "../bulk-actions.ts"
import { changeAll } from "../running.ts"
import { bulkWords, type ChosenAction, leftOutWords, readAction, refuse, stepOf } from "./action.ts"
import { allMattersRoutes, begin, chooseAll, in_background, who_is_reminded } from "./all-matters.tsx"
import { type ConfirmedMatter, confirmPage } from "./pages.tsx"
import { undoingUrl } from "./progress.tsx"

const url = "/console/matters/selection"
/** The actions below record an audit entry for each matter; choosing an action changes nothing. */
const own_audit = { audit: "nothing" } as const

export function bulkRoutes(console: Console): void {
  console.action(url, choose, own_audit)
  console.action(`${url}/reminders`, remindSelection, own_audit)
  allMattersRoutes(console)
}

async function choose(req: PageRequest): Promise<PageResponse> {
  if (req.form.all) return chooseAll(req)
  const selection = await readSelection(req)
  if (selection.matters.length === 0)
    return selection.lost > 0
      ? backTo(selection, {})
      : refuse({ param: "matter", problem: "Select one or more matters first." }, selection.back)
  const step = stepOf(req.form)
  if (step === "csv" || step === "workbook") return exportList(req, selection, listFormats[step])
  const chosen = await readAction(req)
  if ("problem" in chosen) return refuse(chosen, selection.back)
  return chosen.action.kind === "remind" ? confirmReminders(req, selection) : actOnAll(req, selection, chosen)
}

interface Result {
  done?: string
  left_out?: readonly LeftOut[]
}

function backTo(selection: Selection, result: Result): Redirect {
  const text = wordsOf(selection, result)
  return {
    to: selection.back,
    flash: { text, ...(result.done === undefined && { is_refusal: true as const }) },
  }
}

function wordsOf({ matters, lost }: Selection, { done, left_out = [] }: Result): string {
  const sentences = [done ?? "No matter was changed.", ...leftOutWords(left_out, namesOf({ matters }))]
  if (lost > 0) sentences.push(`${countText(lost, "matter")} left out: no longer available to you.`)
  return sentences.join(" ")
}

function namesOf({ matters }: Pick<Selection, "matters">): ReadonlyMap<string, string> {
  return new Map(matters.map(({ id, name }) => [id, name]))
}

/** More are reminded in the background: each takes a dozen statements, and its matter's lock. */
const max_reminded_at_once = 20
const reminding: ChosenAction = { action: { kind: "remind" }, to: "" }

async function confirmReminders(req: PageRequest, selection: Selection): Promise<PageResponse> {
  const { tx } = req
  const { matters: chosen, back } = selection
  if (chosen.length > max_reminded_at_once) return confirmMany({ matters: chosen, back })
  const matters: ConfirmedMatter[] = []
  const left_out: LeftOut[] = []
  let people = 0
  for (const { id, name } of chosen) {
    const row = await getMatterRow(tx, id)
    const remindable = await findRemindableInBulk(tx, row)
    if (remindable.why) {
      leaveOut(left_out, id, notRemindedWords[remindable.why].short)
      continue
    }
    const lines = await reminderLines(req, row)
    matters.push({ id, name, lines: lines.length > 0 ? lines : [nothing_missing] })
    people += remindable.recipients.length
  }
  if (matters.length === 0) return backTo(selection, { left_out })
  return confirmPage({
    question: `Remind the clients of ${countText(matters.length, "matter")}?`,
    sentences: [
      `${people === 1 ? "One client gets" : `${people} clients get`} an email with their own link. It lists what is missing, in their language.`,
      ...leftOutWords(left_out, namesOf(selection)),
    ],
    button: "Send the reminders",
    action: `${url}/reminders`,
    matters,
    back,
  })
}

function confirmMany({ matters, back }: Omit<Selection, "lost">): PageResponse {
  const { request: button } = bulkWords(reminding, matters.length)
  const sentences = [who_is_reminded, in_background]
  return confirmPage({ question: `${button}?`, sentences, button, action: `${url}/reminders`, matters, back })
}

async function remindSelection(req: PageRequest): Promise<PageResponse> {
  const selection = await readSelection(req)
  const ids = selection.matters.map(({ id }) => id)
  if (ids.length > max_reminded_at_once) return begin(req, { ids }, reminding)
  return actOnAll(req, selection, reminding)
}

async function actOnAll(req: PageRequest, selection: Selection, chosen: ChosenAction): Promise<Redirect> {
  const { tx, parts } = req
  const { action } = chosen
  const { matters, back } = selection
  const ids = matters.map(({ id }) => id)
  const left_out: LeftOut[] = []
  const { changed, mails, changes } = await changeAll(tx, parts, {
    action,
    ids,
    visible: new Set(ids),
    left_out,
  })
  const part = () => ListRows(req, ids)
  if (changed === 0) return { ...backTo(selection, { left_out }), part }
  const { request: label, done } = bulkWords(chosen, changed, mails)
  const id = changes.length > 0 && (await recordBulkAction(tx, { action, label, changes }))
  const { to, flash } = backTo(selection, { done, left_out })
  const undo =
    id && isUndoable(await getBulkAction(tx, id)) ? { action: undoingUrl(id), fields: { back } } : undefined
  return { to, flash: { ...flash, undo }, part }
}

async function exportList(
  req: PageRequest,
  { matters }: Selection,
  format: ListFormat,
): Promise<PageResponse> {
  await recordAudit(req.tx, "matters_exported", {
    label: `${countText(matters.length, "matter")} chosen in the list`,
  })
  return sendDownload({
    filename: listFilename(format, todayOf(req)),
    content_type: format.content_type,
    content: await matterTable(format, req.staff.firm, async (last) => (last ? [] : matters)),
  })
}

interface Selection {
  /** Ordered by id: two members who act on the same matters lock them in the same order and cannot deadlock. */
  matters: MatterOverview[]
  /** Number of selected matters that do not exist, or that this member may not see. */
  lost: number
  back: string
}

const max_selected = 200

async function readSelection(req: PageRequest): Promise<Selection> {
  const { form } = req
  const ids = [...new Set(form.matter)].slice(0, max_selected)
  const known = ids.filter((id) => isId("matter", id))
  const matters = await listVisible(req, known)
  return {
    matters: matters.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lost: ids.length - matters.length,
    back: safeListUrl(form.back?.at(-1)),
  }
}

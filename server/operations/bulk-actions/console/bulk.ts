// Bulk actions on matters. Each matter changes as its own page would change it, with its own audit entry. A matter that
// does not allow the action is left out; the others go ahead.
import { recordAudit } from "../../../firm/audit/audit.ts"
import { nothing_missing, reminderLines } from "../../../follow-up/reminders/console/matter/page.tsx"
import { findRemindableInBulk } from "../../../follow-up/reminders/remind.ts"
import { notRemindedWords } from "../../../follow-up/reminders/words.ts"
import { safeListUrl } from "../../../intake/matters/console/list/filters.ts"
import { listMatterOverviewsAfter, type MatterOverview } from "../../../intake/matters/list/list.ts"
import { getMatterRow } from "../../../intake/matters/matter-row.ts"
import {
  type ListFormat,
  listFilename,
  listFormats,
  matterTable,
} from "../../../outputs/exports/matter-list.ts"
import { countText } from "../../../platform/count-text.ts"
import { isId } from "../../../platform/ids.ts"
import { sendDownload } from "../../../web/console/download.ts"
import { assignmentFilter } from "../../../web/console/matter/require-matter.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { PageResponse } from "../../../web/console/view.tsx"
import { actOnMatter } from "../actions.ts"
import { type ChosenAction, doneWords, type ListAction, readAction } from "./action.ts"
import { allMattersRoutes, chooseAll } from "./all-matters.tsx"
import { groupByReason, type Outcome, type Skipped } from "./outcome.tsx"
import { confirmPage, noSelectionPage } from "./pages.tsx"

const url = "/console/matters/selection"
/** The actions below record an audit entry for each matter; choosing an action changes nothing. */
const own_audit = { audit: "nothing" } as const

export function bulkRoutes(console: Console): void {
  console.form(url, { show: async () => noSelectionPage(), act: choose }, own_audit)
  console.action(`${url}/reminders`, (req) => actOnSelection(req, { kind: "remind" }), own_audit)
  console.action(`${url}/closing`, (req) => actOnSelection(req, { kind: "close" }), own_audit)
  allMattersRoutes(console)
}

async function choose(req: PageRequest): Promise<PageResponse> {
  if (req.form.all) return chooseAll(req)
  const selection = await readSelection(req)
  if (selection.matters.length === 0) {
    const problem = "Select one or more matters first."
    return backTo(selection, selection.lost === 0 ? { problem } : {})
  }
  const step = trimmedTextOf(req.form, "step")
  if (step === "csv" || step === "workbook") return exportList(req, selection, listFormats[step])
  if (step === "close") return confirmClosing(selection)
  // Others are easy to revert.
  const chosen = await readAction(req)
  if ("problem" in chosen) return backTo(selection, chosen)
  return chosen.action.kind === "remind" ? confirmReminders(req, selection) : actOnAll(req, selection, chosen)
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
    question: `Remind the clients of ${countText(matters.length, "matter")}?`,
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

async function actOnSelection(req: PageRequest, action: ListAction): Promise<PageResponse> {
  return actOnAll(req, await readSelection(req), { action, to: "" })
}

async function actOnAll(
  { tx, parts }: PageRequest,
  selection: Selection,
  { action, to }: ChosenAction,
): Promise<PageResponse> {
  const skipped: Skipped[] = []
  let mails = 0
  for (const matter of selection.matters) {
    const outcome = await actOnMatter(tx, parts, matter, action)
    if ("why" in outcome) skipped.push({ name: matter.name, why: outcome.why })
    else mails += outcome.mails
  }
  const changed = selection.matters.length - skipped.length
  return backTo(selection, {
    done: changed === 0 ? null : doneWords({ action, to }, changed, mails),
    skipped,
  })
}

function confirmClosing(selection: Selection): PageResponse {
  const matters = selection.matters.filter(({ state }) => state !== "closed")
  const skipped = selection.matters
    .filter(({ state }) => state === "closed")
    .map(({ name }) => ({ name, why: "already closed" }))
  if (matters.length === 0) return backTo(selection, { skipped })
  return confirmPage({
    question: `Close ${countText(matters.length, "matter")}?`,
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
    content: await matterTable(format, req.staff.firm.time_zone, async (last) => (last ? [] : matters)),
  })
}

interface Selection {
  /** Ordered by id: two members who act on the same matters lock them in the same order and cannot deadlock. */
  matters: MatterOverview[]
  /** Number of selected matters that do not exist, or that this member may not see. */
  lost: number
  /** The URL of the list to return to. */
  back: string
}

/** The largest page of the list. */
const max_selected = 200

async function readSelection({ tx, staff, form }: PageRequest): Promise<Selection> {
  const ids = [...new Set(form.matter)].slice(0, max_selected)
  const known = ids.filter((id) => isId("matter", id))
  const matters = await listMatterOverviewsAfter(
    tx,
    { ids: known, ...assignmentFilter(staff) },
    undefined,
    max_selected,
  )
  return {
    matters: matters.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lost: ids.length - matters.length,
    back: safeListUrl(form.back?.at(-1)),
  }
}

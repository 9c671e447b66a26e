// Bulk actions on all matters of the list, on all of its pages. The form names their number; if the list has another one
// by then, nothing happens.
import { recordAudit } from "../../../firm/audit/audit.ts"
import { listVisible } from "../../../intake/matters/console/frame/require-matter.ts"
import {
  downloadUrlOf,
  type ListQuery,
  readListQuery,
  safeListUrl,
} from "../../../intake/matters/console/list/filters.ts"
import { ListRows } from "../../../intake/matters/console/list/rows.tsx"
import { listMatterIds } from "../../../intake/matters/list/list.ts"
import { max_bulk } from "../../../intake/matters/many/changes.ts"
import { badField, badRequest } from "../../../platform/errors.ts"
import { readParameters } from "../../../platform/http/parameters.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { PageResponse, Redirect, View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { findUndoing, type LeftOut, recordBulkAction, requestBulkAction } from "../bulk-actions.ts"
import { changeAll } from "../running.ts"
import { bulkWords, type ChosenAction, leftOutWords, readAction, refuse, stepOf } from "./action.ts"
import { confirmPage } from "./pages.tsx"
import { bulkActionRoutes, bulkActionUrl, RunningActions, undoingUrl } from "./progress.tsx"

const url = "/console/matters/selection/all"

export function allMattersRoutes(console: Console): void {
  console.action(url, (req) => chooseAll(req, { is_confirmed: true }), { audit: "nothing" })
  bulkActionRoutes(console)
  undoingRoute(console)
}

/** Downloads the list, begins the action, or asks to confirm emails. */
export async function chooseAll(req: PageRequest, { is_confirmed = false } = {}): Promise<PageResponse> {
  const step = stepOf(req.form)
  const list = await readList(req)
  if (step === "csv") return { to: downloadUrlOf(list.query, "csv") }
  if (step === "workbook") return { to: downloadUrlOf(list.query, "xlsx") }
  const chosen = await readAction(req)
  if ("problem" in chosen) return refuse(chosen, list.back)
  const isSame = list.ids.length === countOf(req)
  if (chosen.action.kind === "remind" && !(is_confirmed && isSame)) return confirmAll(req, list, chosen)
  if (isSame) return begin(req, list, chosen)
  const [before, now] = [countOf(req), list.ids.length].map((count) => countText(count, "matter"))
  const text = `Nothing was changed: the list had ${before} when you saw it, and now has ${now}. Look at it, then press again.`
  return { to: list.back, flash: { is_refusal: true, text } }
}

/** Begins the action in the background. */
export async function begin(
  req: PageRequest,
  { ids }: Pick<List, "ids">,
  chosen: ChosenAction,
): Promise<Redirect> {
  const { request: label } = bulkWords(chosen, ids.length)
  const id = await requestBulkAction(req.tx, { action: chosen.action, label, matter_ids: ids })
  await recordAudit(req.tx, "bulk_action_requested", { record_id: id, label })
  return { to: bulkActionUrl(id), part: () => RunningActions(req) }
}

interface List {
  query: ListQuery
  ids: string[]
  back: string
}

/** The list that the form was on, as it is now. */
async function readList(req: PageRequest): Promise<List> {
  const back = safeListUrl(req.form.back?.at(-1))
  const typed = readParameters(back.split("?")[1] ?? "")
  const query = readListQuery({ ...req, query: Object.fromEntries(typed) })
  if (query.faults.length > 0) throw badRequest(query.faults)
  const ids = await listMatterIds(req.tx, await req.parts.filtersWith(req.tx, query), max_bulk + 1)
  if (ids.length > max_bulk)
    throw badField("all", "too_many", `Filter the list to at most ${countText(max_bulk, "matter")} first.`)
  return { query, ids, back }
}

/** The number of matters that the form says the list has. */
function countOf({ form }: PageRequest): number {
  return Number(trimmedTextOf(form, "all"))
}

export const who_is_reminded =
  "Each client who still has something to do gets an email with their own link. Matters that are closed, completed, or submitted are left out, and so are those without an invited client and those with reminders off."
export const in_background =
  "The matters change in the background: the next page shows the progress, and you can stop it there."

function confirmAll(req: PageRequest, { ids, back }: List, chosen: ChosenAction): View {
  const count = ids.length
  const { request } = bulkWords(chosen, count)
  return confirmPage({
    question: `${request}?`,
    sentences: [
      who_is_reminded,
      <>
        This applies to <a href={back}>the list as you filtered it</a>, on all of its pages. {in_background}
      </>,
    ],
    button: request,
    action: url,
    fields: { step: "remind", all: String(count) },
    back,
    banner: count !== countOf(req) && (
      <Banner tone="warning" role="status" title="The list has changed.">
        <p>
          It had {countText(countOf(req), "matter")} when you saw it, and now has {countText(count, "matter")}
          .
        </p>
      </Banner>
    ),
  })
}

/** As many as the largest page of the list has. */
const max_at_once = 200

function undoingRoute(console: Console): void {
  console.action(undoingUrl(":bulk_action_id"), undo, { audit: "nothing" })
}

/** Undoes a few changes at once, many in the background; a matter that someone has changed since stays as it is. */
async function undo(req: PageRequest): Promise<Redirect> {
  const { tx, parts, param, form } = req
  const back = safeListUrl(trimmedTextOf(form, "back"))
  const found = await findUndoing(tx, param("bulk_action_id"))
  if (!found) return { to: back, flash: { is_refusal: true, text: "This was undone already." } }
  const { action, label, matter_ids } = found
  if (matter_ids.length > max_at_once) {
    const id = await requestBulkAction(tx, found)
    await recordAudit(tx, "bulk_action_requested", { record_id: id, label })
    return { to: bulkActionUrl(id), part: () => RunningActions(req) }
  }
  const matters = await listVisible(req, matter_ids)
  const left_out: LeftOut[] = []
  const visible = new Set(matters.map(({ id }) => id))
  const { changed, changes } = await changeAll(tx, parts, { action, ids: matter_ids, visible, left_out })
  const id = await recordBulkAction(tx, { action, label, changes })
  const names = new Map(matters.map((matter) => [matter.id, matter.name]))
  const done = `${countText(changed, "matter is", "matters are")} as before.`
  const text = [changed === 0 ? "No matter was changed." : done, ...leftOutWords(left_out, names)].join(" ")
  return {
    to: back,
    flash: { text, undo: changed > 0 ? { action: undoingUrl(id), fields: { back } } : undefined },
    part: () => ListRows(req, matter_ids),
  }
}

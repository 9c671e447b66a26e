// Bulk actions on all matters of the list, on all of its pages. Staff confirm a number of matters; if the list has
// another number by then, they are asked again.

import { recordAudit } from "../../../firm/audit/audit.ts"
import { filtersWith } from "../../../follow-up/queues/follow-up.ts"
import {
  downloadUrlOf,
  type ListQuery,
  readListQuery,
  safeListUrl,
} from "../../../intake/matters/console/list/filters.ts"
import { listMatterIds } from "../../../intake/matters/list/list.ts"
import { countText } from "../../../platform/count-text.ts"
import { badField, badRequest } from "../../../platform/errors.ts"
import { readParameters } from "../../../platform/http/parameters.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { max_bulk, requestBulkAction } from "../bulk-actions.ts"
import { type ChosenAction, readAction, requestWords } from "./action.ts"
import { confirmPage } from "./pages.tsx"
import { bulkActionRoutes, bulkActionUrl } from "./progress.tsx"

const url = "/console/matters/selection/all"

export function allMattersRoutes(console: Console): void {
  console.action(url, requestAll, { audit: "nothing" })
  bulkActionRoutes(console)
}

/** Downloads the list, or asks to confirm the action. */
export async function chooseAll(req: PageRequest): Promise<PageResponse> {
  const step = trimmedTextOf(req.form, "step")
  const list = await readList(req)
  if (step === "csv") return { to: downloadUrlOf(list.query, "csv") }
  if (step === "workbook") return { to: downloadUrlOf(list.query, "xlsx") }
  const chosen = await readAction(req)
  if ("problem" in chosen)
    return { to: list.back, flash: { handed: { outcome: { done: null, ...chosen, left_out: [], lost: 0 } } } }
  return confirmAll(req, list, chosen)
}

async function requestAll(req: PageRequest): Promise<PageResponse> {
  const list = await readList(req)
  const chosen = await readAction(req)
  if ("problem" in chosen) throw badField("step", "unknown_value", chosen.problem)
  if (list.ids.length !== countOf(req)) return confirmAll(req, list, chosen)
  const label = requestWords(chosen, list.ids.length)
  const id = await requestBulkAction(req.tx, { action: chosen.action, label, matter_ids: list.ids })
  await recordAudit(req.tx, "bulk_action_requested", { record_id: id, label })
  return { to: bulkActionUrl(id) }
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
  const ids = await listMatterIds(req.tx, await filtersWith(req.tx, query), max_bulk + 1)
  if (ids.length > max_bulk)
    throw badField("all", "too_many", `Filter the list to at most ${countText(max_bulk, "matter")} first.`)
  return { query, ids, back }
}

/** The number of matters that the form says the list has. */
function countOf({ form }: PageRequest): number {
  return Number(trimmedTextOf(form, "all"))
}

function confirmAll(req: PageRequest, { ids, back }: List, chosen: ChosenAction): View {
  const count = ids.length
  const request = requestWords(chosen, count)
  const { step, assignee_id, add_tag, due_on } = req.form
  const sentence = sentences[chosen.action.kind]
  return confirmPage({
    question: `${request}?`,
    sentences: [
      ...(sentence ? [sentence] : []),
      <>
        This applies to <a href={back}>the list as you filtered it</a>, on all of its pages. The matters
        change in the background: the next page shows the progress, and you can stop it there.
      </>,
    ],
    button: request,
    action: url,
    fields: { step, assignee_id, add_tag, due_on, all: String(count) },
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

const sentences: Partial<Record<ChosenAction["action"]["kind"], string>> = {
  remind:
    "Each client who still has something to do gets an email with their own link. Matters that are closed, completed, or submitted are left out, and so are those without an invited client and those with reminders off.",
  close:
    "Clients can read them but not change them, and the list shows them as closed. Nothing is deleted, and you can reopen each one.",
}

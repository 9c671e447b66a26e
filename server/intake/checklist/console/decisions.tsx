// What staff decide about a file, and by when they want a document. Both happen in place, and can be undone.
import type { ComponentChildren } from "preact"
import { badRequest, notFound } from "../../../platform/errors.ts"
import { findOutrun } from "../../../web/console/in-place/outrun.ts"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import { type PageRequest, textOf } from "../../../web/console/page-request.ts"
import { dayText } from "../../../web/console/times.tsx"
import type { Redirect } from "../../../web/console/view.tsx"
import { getDocument } from "../../documents/documents.ts"
import { lockForEditing } from "../../matters/editing.ts"
import { acceptFile, lockFile, takeAcceptanceBack } from "../../submissions/review/file-acceptance.ts"
import { type ChecklistItem, changeDueDay, listDueDays } from "../checklist.ts"
import { returnFile, takeReturnBack } from "../returns.ts"
import { cardId, FinancialCard, RequestCard, readChecklist } from "./cards.tsx"
import { decisionSeen } from "./file-items.tsx"

export async function decideOnFile(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form, param } = req
  const { id: matter_id } = await requireMatter(req)
  const document_id = param("document_id")
  const { matter_id: of_matter, filename } = await getDocument(tx, document_id)
  if (of_matter !== matter_id) throw notFound()
  const to = `/console/matters/${matter_id}/documents`
  const action = `${to}/${document_id}/decision`
  const part = () => changedCards(req, ({ files }) => files.some(({ id }) => id === document_id))
  const before = await lockFile(tx, matter_id, document_id)
  const outrun = findOutrun(req, decisionSeen(before), `The file is ${before.state} now.`)
  if (outrun) return { to: `${to}#${document_id}`, flash: outrun, part }
  const done = async (
    key: "document_accepted" | "document_returned" | "document_undone",
    undo?: string,
  ): Promise<Redirect> => {
    const was = decisionSeen(await lockFile(tx, matter_id, document_id))
    return {
      to: `${to}#${document_id}`,
      flash: { done: key, undo: undo ? { action, fields: { decision: undo, was } } : undefined },
      about: { record_id: document_id, label: filename },
      part,
    }
  }
  switch (textOf(form, "decision")) {
    case "accept":
      await acceptFile(tx, parts.ring, matter_id, document_id)
      return done("document_accepted", "take_acceptance_back")
    case "return": {
      const words = [textOf(form, "stock"), textOf(form, "words").replaceAll("\r\n", "\n")]
        .filter(Boolean)
        .join("\n")
      await returnFile(tx, parts, matter_id, document_id, { words })
      return done("document_returned", "take_return_back")
    }
    case "take_acceptance_back":
      await takeAcceptanceBack(tx, matter_id, document_id)
      return done("document_undone")
    case "take_return_back":
      await takeReturnBack(tx, matter_id, document_id)
      return done("document_undone")
    default:
      throw badRequest([{ param: "decision", code: "required", message: "Choose what to do with the file." }])
  }
}

export async function saveDueDay(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const { id: matter_id } = await requireMatter(req)
  const [request_id, due_on] = [textOf(form, "request_id"), textOf(form, "due_on")]
  if (due_on !== "" && !isDay(due_on))
    throw badRequest([{ param: "due_on", code: "malformed", message: "Enter a day, such as 2026-06-30." }])
  const to = `/console/matters/${matter_id}/documents`
  const part = () => changedCards(req, ({ id }) => id === request_id)
  await lockForEditing(tx, matter_id)
  const before = (await listDueDays(tx, matter_id)).get(request_id) ?? ""
  const outrun = findOutrun(req, before, before ? `Due ${dayText(before)}.` : "No due day.")
  if (outrun) return { to: `${to}#${request_id}`, flash: outrun, part }
  await changeDueDay(tx, matter_id, request_id, due_on || null)
  return {
    to: `${to}#${request_id}`,
    flash: {
      done: "document_due_changed",
      undo: { action: `${to}/due-days`, fields: { request_id, due_on: before, was: due_on } },
    },
    about: { record_id: request_id },
    part,
  }
}

function isDay(text: string): boolean {
  const day = /^20\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The cards of these requests as they are now; if there are none, the file belongs to an asset. */
export async function changedCards(
  req: PageRequest,
  isChanged: (item: ChecklistItem) => boolean,
): Promise<ComponentChildren> {
  const list = await readChecklist(req, await requireMatter(req))
  const cards = list.items
    .filter(isChanged)
    .map((item) => <RequestCard key={cardId(item)} req={req} list={list} item={item} />)
  return cards.length > 0 ? cards : <FinancialCard req={req} list={list} />
}

// What staff decide about a file, and by when they want a document. Both happen in place, and can be undone.
import type { ComponentChildren } from "preact"
import { answerKey } from "../../../definition/conditions/conditions.ts"
import { badField, notFound } from "../../../platform/errors.ts"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { day } from "../../../web/console/forms/text-fields.tsx"
import { changeValue, findStale } from "../../../web/console/in-place/stale-edits.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { dayText } from "../../../web/console/times.tsx"
import type { Redirect } from "../../../web/console/view.tsx"
import { getDocument } from "../../documents/documents.ts"
import { requireMatter } from "../../matters/console/frame/require-matter.ts"
import { lockForEditing } from "../../matters/editing.ts"
import { acceptFile, lockFile, takeAcceptanceBack } from "../../submissions/review/file-acceptance.ts"
import type { ChecklistItem } from "../checklist.ts"
import { changeDocumentDueDay, listDueDays } from "../due-days.ts"
import { type FirmFile, lockFirmFile, removeFirmFile, restoreFirmFile } from "../firm-files.ts"
import { returnFile, takeReturnBack } from "../returns.ts"
import { FinancialCard, RequestCard, RequestRow, readChecklist, rowId } from "./cards.tsx"
import { decisionSeen } from "./file-items.tsx"

export async function decideOnFile(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form, param } = req
  const { id: matter_id } = await requireMatter(req)
  const document_id = param("document_id")
  const { matter_id: of_matter, filename } = await getDocument(tx, parts.ring, document_id)
  if (of_matter !== matter_id) throw notFound()
  const to = `/console/matters/${matter_id}/documents`
  const action = `${to}/${document_id}/decision`
  const part = () => changedCards(req, ({ files }) => files.some(({ id }) => id === document_id))
  const before = await lockFile(tx, matter_id, document_id)
  const stale = findStale(req, decisionSeen(before), `The file is ${before.state} now.`)
  if (stale) return { to: `${to}#${document_id}`, flash: stale, part }
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
  switch (trimmedTextOf(form, "decision")) {
    case "accept":
      await acceptFile(tx, parts.ring, matter_id, document_id)
      return done("document_accepted", "take_acceptance_back")
    case "return": {
      const words = [trimmedTextOf(form, "stock"), trimmedTextOf(form, "words").replaceAll("\r\n", "\n")]
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
      throw badField("decision", "required", "Choose what to do with the file.")
  }
}

export async function saveDueDay(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const { id: matter_id } = await requireMatter(req)
  const [request_id, due_for] = [trimmedTextOf(form, "request_id"), trimmedTextOf(form, "due_for")]
  const { due_on } = valuesIn({ due_on: day({ label: "Due day" }) }, form)
  const row = rowId({ id: request_id, sender: due_for || null })
  const to = `/console/matters/${matter_id}/documents`
  const part = () => changedCards(req, (item) => rowId(item) === row)
  const flash = await changeValue(req, {
    read: async () => {
      await lockForEditing(tx, matter_id)
      return (await listDueDays(tx, matter_id)).get(answerKey(request_id, due_for || null)) ?? ""
    },
    words: (day) => (day ? `Due ${dayText(day)}.` : "No due day."),
    save: () => changeDocumentDueDay(tx, matter_id, { request_id, sender: due_for || null, due_on }),
    done: () => "document_due_changed",
    undo: (day) => ({ request_id, due_for, due_on: day }),
  })
  return { to: `${to}#${row}`, flash, about: { record_id: request_id }, part }
}

/** The cards of these requests as they are now; if there are none, the file belongs to an asset. */
export async function changedCards(
  req: PageRequest,
  isChanged: (item: ChecklistItem) => boolean,
): Promise<ComponentChildren> {
  const list = await readChecklist(req, await requireMatter(req))
  const cards = list.items
    .filter(isChanged)
    .map((item) => <RequestRow key={rowId(item)} req={req} list={list} item={item} />)
  return cards.length > 0 ? cards : <FinancialCard req={req} list={list} />
}

const removed = "removed"
const stateSeen = (file: FirmFile) =>
  file.state === null ? removed : decisionSeen({ ...file, state: file.state })

/** Removes the file, or restores it, unless a colleague has decided on it meanwhile. */
export async function removeFile(req: PageRequest): Promise<Redirect> {
  const { tx, param } = req
  const { id: matter_id } = await requireMatter(req)
  const lock = () => lockFirmFile(tx, matter_id, param("document_id"))
  const file = await lock()
  const to = `/console/matters/${matter_id}/documents`
  const part = async () => {
    const list = await readChecklist(req, await requireMatter(req))
    return [
      <RequestCard key="requests" req={req} list={list} />,
      <FinancialCard key="assets" req={req} list={list} />,
    ]
  }
  const stale = findStale(req, stateSeen(file), `The file is ${file.state ?? removed} now.`)
  if (stale) return { to, flash: stale, part }
  await (file.is_removed ? restoreFirmFile : removeFirmFile)(tx, file)
  const was = stateSeen(await lock())
  return {
    to,
    flash: {
      done: file.is_removed ? "document_restored" : "document_removed",
      undo: { action: `${to}/${file.id}/removal`, fields: { was } },
    },
    about: { record_id: file.id, label: file.filename },
    part,
  }
}

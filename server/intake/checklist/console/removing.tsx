// Staff remove a wrong file that the firm added: without a question, as "Undo" brings it back.
import { findStale } from "../../../web/console/in-place/stale-edits.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { requireMatter } from "../../matters/console/frame/require-matter.ts"
import { type FirmFile, lockFirmFile, removeFirmFile, restoreFirmFile } from "../firm-files.ts"
import { FinancialCard, RequestCard, readChecklist } from "./cards.tsx"
import { decisionSeen } from "./file-items.tsx"

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

// Requested documents and their files in the shape of the API.
import { textIn } from "../../definition/text.ts"
import { timestampText } from "../../platform/http/responses/timestamps.ts"
import type { MatterFile } from "../documents/matter-files.ts"
import type { ChecklistItem } from "./checklist.ts"
import type { RequestedDocument } from "./schema.ts"

export function requestedDocument(item: ChecklistItem): RequestedDocument {
  const { id, label, required, sender, due_on, is_overdue, state, is_added, files, contact_id = null } = item
  return {
    ...{ id, label: textIn(label, "en"), required, contact: sender ?? contact_id, due_on, is_overdue },
    state: state === "dropped" ? "none" : state,
    is_dropped: state === "dropped",
    is_added,
    documents: files.map(stateOfFile),
  }
}

export function stateOfFile({ id, filename, uploaded_at, state, reason, returned_at }: MatterFile) {
  return {
    ...{ document_id: id, filename, uploaded_at: timestampText(uploaded_at), state, reason: reason || null },
    returned_at: returned_at && timestampText(returned_at),
  }
}

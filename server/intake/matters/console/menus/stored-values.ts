import type { Tx } from "../../../../platform/db/database.ts"
import { getFiling } from "../../filing/filing.ts"
import { getMatterRow } from "../../matter-row.ts"

/** What the menus change, as text: a form carries what was shown, to compare it with what is stored when it arrives. */
export async function storedValues(tx: Tx, matter_id: string) {
  const { assignee_id, due_on, file_number, name } = await getMatterRow(tx, matter_id)
  const { tags } = await getFiling(tx, matter_id)
  return {
    assignee_id: assignee_id ?? "",
    due_on: due_on ?? "",
    file_number,
    matter_name: name,
    name,
    tags: tags.join(", "),
    tag_list: tags,
  }
}

// The spouse or partner: a second client of a planning matter, a contact in a representative's intake.

import type { Tx } from "../../platform/db/database.ts"
import { conflict } from "../../platform/errors.ts"
import { lockForEditing } from "../matters/editing.ts"
import { addPartnerTo } from "../matters/parties/parties.ts"
import { storeEdits } from "./editing.ts"
import { checkedEdits } from "./fields.ts"

/** Adds the partner of a matter and returns the contact's id; throws "conflict" when there already is one. */
export async function addPartner(
  tx: Tx,
  matter_id: string,
  { first_name = "", last_name = "" }: { first_name?: string; last_name?: string } = {},
): Promise<string> {
  const edits = checkedEdits([
    { field: "first_name", value: first_name },
    { field: "last_name", value: last_name },
  ])
  const matter = await lockForEditing(tx, matter_id)
  if (matter.contact_spouse_id)
    throw conflict("partner_exists", "This matter already has a spouse or partner.")
  const id = await addPartnerTo(tx, matter)
  await storeEdits(tx, matter_id, id, {}, edits)
  return id
}

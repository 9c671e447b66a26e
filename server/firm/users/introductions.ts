// How a member of staff introduces themselves to the clients of the matters assigned to them: with a portrait, a title,
// and two sentences. It ends with their account.
import type { Text } from "../../definition/text.ts"
import { json, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { readPicture } from "../firms/logo/logo.ts"

export interface Introduction {
  title: Text
  welcome: Text
  /** A data URL. */
  photo: string | null
}

const columns = sql`i.title, i.welcome, i.photo`

/** The matter's assignee as introduced to its clients; undefined if they have not introduced themselves. */
export function findIntroduction(
  tx: Tx,
  matter_id: string,
): Promise<(Introduction & { name: string }) | undefined> {
  return tx.maybe(sql`
    select ${userName(sql`u`)} as name, ${columns} from matters m
      join introductions i on i.firm_id = m.firm_id and i.user_id = m.assignee_id
      join users u on u.firm_id = m.firm_id and u.id = m.assignee_id
     where m.id = ${matter_id}`)
}

/** A member's own introduction; blank at first. */
export async function readIntroduction(tx: Tx, user_id: string): Promise<Introduction> {
  const own = await tx.maybe<Introduction>(
    sql`select ${columns} from introductions i where user_id = ${user_id}`,
  )
  return own ?? { title: "", welcome: "", photo: null }
}

/** A photo in a file, as it is stored. Throws "bad request" for an unsuitable file. */
export async function readPhoto(firm_id: string, file: Buffer): Promise<string> {
  const { content_type, bytes } = await readPicture(firm_id, file, "photo")
  return `data:${content_type};base64,${Buffer.from(bytes).toString("base64")}`
}

/** Changes the given parts of a member's introduction. */
export async function changeIntroduction(
  tx: Tx,
  user_id: string,
  edits: Partial<Introduction>,
): Promise<void> {
  const { title, welcome, photo } = { ...(await readIntroduction(tx, user_id)), ...edits }
  await tx.run(sql`
    insert into introductions (user_id, title, welcome, photo)
    values (${user_id}, ${json(title)}::jsonb, ${json(welcome)}::jsonb, ${photo})
    on conflict (firm_id, user_id)
    do update set title = excluded.title, welcome = excluded.welcome, photo = excluded.photo`)
}

export async function removeIntroduction(tx: Tx, user_id: string): Promise<void> {
  await tx.run(sql`delete from introductions where user_id = ${user_id}`)
}

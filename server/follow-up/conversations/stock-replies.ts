// Texts that staff write to clients again and again. Placeholders in braces are filled in when a text is inserted.

import { inLines, inOneLine } from "../../definition/values/typed-text.ts"
import { contactOfInvitation } from "../../intake/matters/parties/parties.ts"
import { max_message_text_characters } from "../../intake/messages/writing.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest, conflict, type Fault, found, tooLong } from "../../platform/errors.ts"

export const max_name_characters = 80
const max_stock_replies = 200

export interface StockReply {
  id: string
  language: string
  name: string
  text: string
}

/** A stock reply, and what its placeholders stand for in one matter. */
type StoredReply = StockReply & { client_first_name: string }

/**
 * The firm's stock replies for a matter, those in its client's language first, by name. In a topic, the client is who wrote
 * last, or else whom it is about.
 */
export function listStockReplies(tx: Tx, matter_id: string, topic_id = ""): Promise<StoredReply[]> {
  return tx.all(sql`
    select r.id, r.language, r.name, r.text, coalesce(nullif(c.preferred_name, ''), nullif(c.first_name, ''), client.first_name, '') as client_first_name
      from stock_replies r
      join matters m on m.id = ${matter_id}
      join firms f on f.id = r.firm_id
      left join message_topics t on t.id = ${topic_id}
      left join lateral (
             select i.party, i.first_name, u.preferences ->> 'language' as language, p.contact_id
               from invitations i join users u on u.id = i.user_id,
                    lateral (select coalesce(i.contact_id, ${contactOfInvitation}) as contact_id) p
              where i.matter_id = m.id
              order by i.user_id is distinct from (select w.written_by from messages w
                                                    where w.topic_id = t.id and w.is_from_client
                                                    order by w.number desc limit 1),
                       p.contact_id is null or p.contact_id is distinct from t.about, i.party in ('partner', 'helper'), i.id
              limit 1) client on true
      left join contacts c on c.id = case when client.party is not null then client.contact_id
                                          when m.client_type = 'self' then m.contact_main_id
                                          else m.contact_representative_id end
     order by r.language <> coalesce(client.language, f.locale), lower(r.name), r.id`)
}

export const placeholders = ["client_first_name", "your_name", "firm_name"] as const

/** The text with its placeholders filled in. */
export function fillReply(
  text: string,
  values: Readonly<Record<(typeof placeholders)[number], string>>,
): string {
  return text.replace(pattern, (whole, key: string) =>
    placeholders.find((each) => each === key) ? values[key as keyof typeof values] : whole,
  )
}

const pattern = /\{([^{}]*)\}/g

/** Adds a stock reply or changes it. Throws "bad request" naming every fault, and "conflict" for one too many. */
export async function saveStockReply(tx: Tx, typed: StockReply): Promise<void> {
  const reply = { ...typed, name: inOneLine(typed.name), text: inLines(typed.text) }
  const faults = faultsOf(reply)
  if (faults.length > 0) throw badRequest(faults)
  const { count, is_taken } = await tx.one<{ count: number; is_taken: boolean }>(sql`
    select count(*) as count,
           coalesce(bool_or(language = ${reply.language} and lower(name) = lower(${reply.name})), false) as is_taken
      from stock_replies where id <> ${reply.id}`)
  if (count >= max_stock_replies)
    throw conflict("too_many_replies", `A firm keeps at most ${max_stock_replies} replies.`)
  if (is_taken)
    throw badRequest([
      { param: "name", code: "taken", message: "Another reply has this name. Choose another." },
    ])
  await tx.run(sql`
    insert into stock_replies as r (id, language, name, text, changed_at)
    values (${reply.id}, ${reply.language}, ${reply.name}, ${reply.text}, ${tx.now})
        on conflict (firm_id, id) do update
       set language = excluded.language, name = excluded.name, text = excluded.text, changed_by = excluded.changed_by,
           changed_at = excluded.changed_at`)
}

function faultsOf({ name, text }: StockReply): Fault[] {
  const unknown = [...text.matchAll(pattern)].find(([, key]) => !placeholders.some((each) => each === key))
  return [
    ...(name === "" ? [{ param: "name", code: "required", message: "Give the reply a name." }] : []),
    ...(name.length > max_name_characters ? [tooLong("name", name.length, max_name_characters)] : []),
    ...(text === "" ? [{ param: "text", code: "required", message: "Write the reply." }] : []),
    ...(text.length > max_message_text_characters
      ? [tooLong("text", text.length, max_message_text_characters)]
      : []),
    ...(unknown
      ? [{ param: "text", code: "unknown_placeholder", message: `${unknown[0]} stands for nothing.` }]
      : []),
  ]
}

/** Removes a stock reply, and returns it; throws "not found". */
export async function removeStockReply(tx: Tx, id: string): Promise<StockReply> {
  return found(
    await tx.maybe<StockReply>(sql`
      delete from stock_replies where id = ${id} returning id, language, name, text`),
  )
}

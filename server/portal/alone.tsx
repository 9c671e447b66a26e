// Parts that each of two clients answers alone: what is said to whoever answers one, and to whoever is shown none.
import type { ComponentChildren } from "preact"
import { nameOr } from "../contacts/contacts.ts"
import { Notice } from "../ui/components/banner.tsx"
import type { PageRequest } from "./page-request.ts"

/** On every page of such a part: who sees it, who does not, and who would. */
export async function aloneNotice(req: PageRequest, section_id: string): Promise<ComponentChildren> {
  if (!req.alone.has(section_id)) return undefined
  const { words, client, matter, firm } = req
  const other_id =
    client.contact_id === matter.contact_main_id ? matter.contact_spouse_id : matter.contact_main_id
  const other = (await req.loaded.people()).find(({ id, is_client }) => id === other_id && is_client)
  const name = other && nameOr(other, words.person.unnamed.partner)
  return (
    <Notice tone="info">
      <p>{name ? words.alone.with_other(firm.name, name) : words.alone.by_oneself(firm.name)}</p>
    </Notice>
  )
}

/** For helpers, and for staff on a client's behalf, that there are such parts. */
export function hiddenAloneNotice({ alone, visible_alone_clients, words }: PageRequest): ComponentChildren {
  if (alone.size === 0 || visible_alone_clients.length > 0) return undefined
  return <p class="hint">{words.alone.hidden}</p>
}

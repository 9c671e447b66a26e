// Notices about sections that each client of a couple answers privately.
import type { ComponentChildren } from "preact"
import { Notice } from "../../web/ui/components/banner.tsx"
import { nameOr } from "../contacts/contacts.ts"
import type { PageRequest } from "./page-request.ts"

/** The notice on every page of a private section: who can see these answers and who cannot. */
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

/** Tells helpers, and staff who act for a client, that private sections exist. */
export function hiddenAloneNotice({ alone, visible_alone_clients, words }: PageRequest): ComponentChildren {
  if (alone.size === 0 || visible_alone_clients.length > 0) return undefined
  return <p class="hint">{words.alone.hidden}</p>
}

// Tells staff and clients, once, what has come of what a submission was accepted without.

import { sql, type Tx } from "../../platform/db/sql.ts"
import { joinWords } from "../../platform/text/joined-words.ts"
import { upperFirst } from "../../platform/text/upper-first.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { joinedMailAddress } from "../matters/invitations/invited.ts"
import { queueInviteeEmail } from "../matters/invitations/invitee-emails.ts"
import { contactOfInvitation } from "../matters/parties/parties.ts"
import { withInviteeView } from "../matters/progress/parts-alone.ts"
import { loadMatter } from "../submissions/loaded-matter.ts"
import { type Arrival, claimArrivals } from "../submissions/missing/arrivals.ts"
import { readReadiness } from "../submissions/missing/missing.ts"
import { arrivalsInWords, type OpenItem, openItemsInWords } from "../submissions/missing/open-items.ts"
import { type NotificationParts, notifyStaff } from "./notify.ts"

/** Notifies everyone of what has arrived in this matter since they were last told; does nothing if that is nothing. */
export async function tellOfArrivals(
  tx: Tx,
  parts: InvitationParts & Omit<NotificationParts, "db">,
  matter_id: string,
): Promise<void> {
  const arrivals = await claimArrivals(tx, matter_id)
  if (arrivals.length === 0) return
  await notifyStaff(tx, parts, {
    kind: "item_arrived",
    matter_id,
    about: tx.now.toISOString(),
    caused_by: arrivals.length === 1 ? (arrivals[0]?.given_by ?? "") : "",
    detail: arrivals.map(arrivalForStaff).join(" "),
  })
  const received = arrivals.filter(({ state }) => state === "received")
  for (const invitee of await listInvitees(tx, matter_id)) await mailInvitee(tx, parts, invitee, received)
}

/** The email to staff has no client input, so it names no one. */
function arrivalForStaff({ state, ...item }: Arrival): string {
  const [name = ""] = arrivalsInWords([{ ...item, person: "" }], "en", "firm")
  return state === "received" ? `Received: ${name}.` : `The client does not have ${name}.`
}

interface Invitee {
  id: string
  contact_id: string
  matter_id: string
}

/** The clients with an address and a link that works. */
function listInvitees(tx: Tx, matter_id: string): Promise<Invitee[]> {
  return tx.all(sql`
    select i.id, i.matter_id,
           ${contactOfInvitation} as contact_id
      from invitations i join matters m on m.id = i.matter_id left join users u on u.id = i.user_id
     where i.matter_id = ${matter_id} and i.revoked_at is null and i.party <> 'helper' and m.sharing_paused_at is null
       and ${joinedMailAddress} <> '' and (i.sent_at is not null or i.started_at is not null)
     order by i.id`)
}

/** Tells a client of what has come: not of their own signature, for which they have a receipt, nor of what is private. */
async function mailInvitee(
  tx: Tx,
  parts: InvitationParts & Omit<NotificationParts, "db">,
  { id, matter_id, contact_id }: Invitee,
  received: readonly Arrival[],
): Promise<void> {
  const told = received.filter((item) =>
    item.kind === "signature"
      ? item.contact_id !== contact_id
      : (item.contact_id ?? contact_id) === contact_id,
  )
  if (told.length === 0) return
  const { open } = await withInviteeView(tx, id, () => readReadiness(loadMatter(tx, parts.ring, matter_id)))
  // An email names no one but its recipient.
  const unnamed = (items: readonly OpenItem[]) => items.map((item) => ({ ...item, person: "" }))
  const about = { invitation_id: id, email: "arrived", purpose: "documents" } as const
  await queueInviteeEmail(tx, parts, about, (language) => {
    const words = sentences[language]
    const still = openItemsInWords(unnamed(open), language, { contact_id })
    return {
      arrived: words.arrived(joinWords(arrivalsInWords(unnamed(told), language, { contact_id }), language)),
      still_open: still.length > 0 ? words.open(joinWords(still, language)) : words.nothing,
    }
  })
}

const sentences = {
  en: {
    arrived: (items: string) => `${upperFirst(items)} has arrived.`,
    open: (items: string) => `Still open: ${items}.`,
    nothing: "Nothing is open anymore.",
  },
  es: {
    arrived: (items: string) => `Ha llegado: ${items}.`,
    open: (items: string) => `Queda pendiente: ${items}.`,
    nothing: "Ya no queda nada pendiente.",
  },
}

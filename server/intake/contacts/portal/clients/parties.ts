import type { ClientsSection, FieldRules } from "../../../../definition/definition.ts"
import { type ClientPerson, fieldsOfClient } from "../../../../definition/parts.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import type { AboutPerson } from "../person/about-person.ts"

/** A person the clients section asks about, and how the pages refer to them. */
export interface ClientParty extends AboutPerson {
  key: "you" | "main" | "partner"
  /** What to call them until their name is known. */
  unnamed: string
  is_past: boolean
}

export interface ClientParties {
  representative?: ClientParty
  main: ClientParty
  partner?: ClientParty
}

export async function clientPartiesOf(req: PageRequest, section: ClientsSection): Promise<ClientParties> {
  const { matter, client, words } = req
  const people = await req.loaded.people()
  type Naming = Pick<ClientParty, "key" | "unnamed" | "is_past">
  const party = (id: string | null, who: ClientPerson, naming: Naming): ClientParty | undefined => {
    const person = people.find((each) => each.id === id)
    const fields = fieldRulesFor(section, who)
    return person && { ...naming, fields, person, is_you: id === client.contact_id, is_client: true }
  }
  const isDeceased = matter.contact_main_status === "deceased"
  const isRepresented = matter.client_type === "representative"
  const main = party(matter.contact_main_id, isRepresented ? "subject" : "main", {
    key: "main",
    is_past: isDeceased,
    unnamed: isDeceased
      ? words.person.unnamed.deceased
      : isRepresented
        ? words.person.unnamed.represented
        : // Both clients are “the client”: the partner must not mistake the main client's pages for their own.
          words.person.unnamed[client.party === "partner" ? "partner" : "main"],
  })
  if (!main) throw new Error(`Matter ${matter.id} has no main contact.`)
  return {
    main,
    representative: party(matter.contact_representative_id, "representative", {
      key: "you",
      is_past: false,
      unnamed: words.person.unnamed.person,
    }),
    partner: party(matter.contact_spouse_id, "partner", {
      key: "partner",
      is_past: false,
      unnamed: isRepresented ? words.person.unnamed.their_partner : words.person.unnamed.partner,
    }),
  }
}

/** The fields about one party; the fields a couple shares are on the family page. */
function fieldRulesFor(section: ClientsSection, who: ClientPerson): FieldRules {
  const own = fieldsOfClient(section, who).filter(
    ({ field }) => field !== "marital_status" && field !== "number_of_children",
  )
  return Object.fromEntries(own.map(({ field, required }) => [field, required ? "required" : "optional"]))
}

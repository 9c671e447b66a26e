import type { ClientsSection, FieldRules } from "../../definition/definition.ts"
import { type ClientPerson, fieldsOfClient } from "../../definition/parts.ts"
import type { PageRequest } from "../page-request.ts"
import type { AboutPerson } from "../person/about-person.ts"

/** Somebody the clients section asks about, and how they are spoken of. */
export interface Role extends AboutPerson {
  key: "you" | "main" | "partner"
  /** What to call them while they have no name. */
  unnamed: string
  is_past: boolean
}

export interface ClientRoles {
  representative?: Role
  main: Role
  partner?: Role
}

/** Who is asked about in this section, and how they are spoken of. */
export async function clientRolesOf(req: PageRequest, section: ClientsSection): Promise<ClientRoles> {
  const { matter, client, words } = req
  const people = await req.loaded.people()
  type Spoken = Pick<Role, "key" | "unnamed" | "is_past">
  const role = (id: string | null, who: ClientPerson, rest: Spoken): Role | undefined => {
    const person = people.find((each) => each.id === id)
    const fields = fieldRulesFor(section, who)
    return person && { ...rest, fields, person, is_you: id === client.contact_id, is_client: true }
  }
  const isDeceased = matter.contact_main_status === "deceased"
  const isRepresented = matter.client_type === "representative"
  const main = role(matter.contact_main_id, isRepresented ? "subject" : "main", {
    key: "main",
    is_past: isDeceased,
    unnamed: isDeceased
      ? words.person.unnamed.deceased
      : isRepresented
        ? words.person.unnamed.represented
        : // Two clients are both “the client”: whoever opens the link first must not answer in the other's place.
          words.person.unnamed[client.party === "partner" ? "partner" : "main"],
  })
  if (!main) throw new Error(`Matter ${matter.id} has no main contact.`)
  return {
    main,
    representative: role(matter.contact_representative_id, "representative", {
      key: "you",
      is_past: false,
      unnamed: words.person.unnamed.person,
    }),
    partner: role(matter.contact_spouse_id, "partner", {
      key: "partner",
      is_past: false,
      unnamed: isRepresented ? words.person.unnamed.their_partner : words.person.unnamed.partner,
    }),
  }
}

/** What is asked of one of them alone: what they share has a page of its own. */
function fieldRulesFor(section: ClientsSection, who: ClientPerson): FieldRules {
  const own = fieldsOfClient(section, who).filter(
    ({ field }) => field !== "marital_status" && field !== "number_of_children",
  )
  return Object.fromEntries(own.map(({ field, required }) => [field, required ? "required" : "optional"]))
}

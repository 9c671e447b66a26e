// The clients, or the representative and the person represented: each on pages of their own, what they share once.

import { nameOr, type PersonRow } from "../../contacts/contacts.ts"
import { addPartner, removePartner } from "../../contacts/partner.ts"
import type { ClientsSection } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { upperFirst } from "../../platform/upper-first.ts"
import { formPage } from "../form-page.tsx"
import type { PageRequest } from "../page-request.ts"
import { personEntries } from "../person/person-page.ts"
import { personRows, rowsOf } from "../person/rows.ts"
import { removalPage } from "../removal-page.tsx"
import {
  entryOf,
  type PageEntry,
  type SectionPage,
  type SectionPages,
  type SummaryGroup,
  sectionUrl,
} from "../section.tsx"
import { familyFields } from "./family.ts"
import { type ClientRoles, clientRolesOf, type Role } from "./parties.ts"

export const clientsPages: SectionPages<ClientsSection> = {
  async pages(req, section) {
    const client_roles = await clientRolesOf(req, section)
    const lede = textIn(section.instructions, req.lang) || req.words.clients.names_lede
    const [first, ...others] = inOrder(client_roles)
    const pagesOf = (role: Role): PageEntry[] => {
      const { key: path, unnamed, is_past } = role
      return personEntries(req, role, {
        path,
        unnamed,
        is_past,
        lede: role === first ? lede : otherLede(req, role),
      })
    }
    const shared = [
      ...familyPage(req, section, client_roles),
      ...partnerPages(req, section, client_roles).map(entryOf),
    ]
    // What a couple shares is asked once both or, so far, the first of them are known by name.
    const [second, ...rest] = others
    const isBetween = client_roles.representative === undefined
    return [
      ...(first ? pagesOf(first) : []),
      ...(isBetween ? shared : []),
      ...(second ? pagesOf(second) : []),
      ...(isBetween ? [] : shared),
      ...rest.flatMap(pagesOf),
    ]
  },

  async summary(req, section) {
    const client_roles = await clientRolesOf(req, section)
    const { words } = req
    const groupOf = async (role: Role): Promise<SummaryGroup> => {
      const rows = await personRows(req, role, (topic) => `${role.key}/${topic}`)
      const title = role.is_you ? words.clients.you_heading : nameOr(role.person, upperFirst(role.unnamed))
      return { title, rows }
    }
    const family = [
      ...rowsOf(await familyFields(req, section), req, "family"),
      ...partnerRow(req, section, client_roles),
    ]
    const groups = await Promise.all(inOrder(client_roles).map(groupOf))
    const shared = family.length > 0 ? [{ title: familyTitle(req, client_roles), rows: family }] : []
    const before = client_roles.representative ? 2 : 1
    return [...groups.slice(0, before), ...shared, ...groups.slice(before)]
  },
}

/** Those who are asked about, whoever is here first: nobody should type the own name into the other's record. */
function inOrder({ representative, main, partner }: ClientRoles): Role[] {
  const all = [representative, main, partner].filter((role) => role !== undefined)
  return [...all.filter(({ is_you }) => is_you), ...all.filter(({ is_you }) => !is_you)]
}

/** That the other of a couple can fill this in as well. */
function otherLede({ words, client, matter }: PageRequest, role: Role): string | undefined {
  const isCouple = matter.client_type === "self" && ["main", "partner"].includes(client.party)
  if (!isCouple || role.is_you) return undefined
  return words.clients.other_may(nameOr(role.person, role.unnamed))
}

function familyTitle(req: PageRequest, { main }: ClientRoles): string {
  const { clients } = req.words
  const isOurs = main.is_you || req.client.party === "partner"
  const who = isOurs ? undefined : nameOr(main.person, main.unnamed)
  return main.is_past ? clients.past_family_title(who ?? main.unnamed) : clients.family_title(who)
}

function familyPage(req: PageRequest, section: ClientsSection, client_roles: ClientRoles): PageEntry[] {
  const { marital_status, number_of_children } = section.fields
  if (!marital_status && !number_of_children) return []
  const title = familyTitle(req, client_roles)
  const open = async () => formPage({ path: "family", title, fields: await familyFields(req, section) })
  return [{ path: "family", open }]
}

/** Whether a spouse or partner takes part, and where that is changed. */
function partnerRow(
  req: PageRequest,
  section: ClientsSection,
  client_roles: ClientRoles,
): SummaryGroup["rows"] {
  const { words, matter } = req
  const page = partnerPages(req, section, client_roles)[0]
  if (!page || matter.client_type !== "self") return []
  const value = client_roles.partner ? words.frame.yes : words.frame.no
  return [{ label: words.clients.partner_row, value, path: page.path }]
}

/** Whether a spouse or partner takes part; asked of couples only, and only where the questionnaire allows it. */
function partnerPages(
  req: PageRequest,
  section: ClientsSection,
  { main, partner }: ClientRoles,
): SectionPage[] {
  const { words, matter } = req
  const isCouple = ["married", "life_partner", "separated"].includes(matter.contact_main_marital_status)
  if (partner) return matter.client_type === "self" ? [removePartnerPage(section, partner.person, words)] : []
  if (!section.with_partner || !isCouple) return []
  const isOurs = matter.client_type === "self"
  return [
    formPage({
      path: "takes-part",
      title: isOurs
        ? words.clients.partner_title
        : words.clients.their_partner_title(nameOr(main.person, main.unnamed)),
      fields: [
        {
          name: "takes_part",
          type: "yes_no",
          label: isOurs ? words.clients.partner_label : words.clients.their_partner_label,
          hint: isOurs ? words.clients.partner_hint : undefined,
          required: true,
          value: null,
          given: false,
          seen: 0,
        },
      ],
      saveByButton: async (req, edits) => {
        if (edits.some(({ value }) => value === true)) await addPartner(req.tx, req.matter.id)
        return { saved: {}, conflicts: [] }
      },
      next: async (_, form) =>
        form.takes_part?.at(-1) === "yes" ? sectionUrl(section.id, "partner") : undefined,
    }),
  ]
}

function removePartnerPage(
  section: ClientsSection,
  partner: PersonRow,
  words: PageRequest["words"],
): SectionPage {
  const who = nameOr(partner, words.person.unnamed.partner)
  return removalPage({
    path: "partner/remove",
    title: words.clients.remove_partner_title(who),
    lede: words.clients.remove_partner_text,
    submit: words.clients.remove_partner(who),
    keep: words.people.keep(who),
    back: sectionUrl(section.id, "check"),
    done: { key: "person_removed", name: who },
    remove: ({ tx, matter }) => removePartner(tx, matter.id),
  })
}

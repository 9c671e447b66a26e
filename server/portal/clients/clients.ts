// The clients, or the representative and the person represented: each on pages of their own, what they share once.

import type { PersonRow } from "../../contacts/contacts.ts"
import { addPartner, removePartner } from "../../contacts/partner.ts"
import type { ClientsSection } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { upperFirst } from "../../platform/first-letter.ts"
import { formPage } from "../form-page.tsx"
import { topicsAsked } from "../person/fields.ts"
import { nameOr } from "../person/name.ts"
import { personRows, rowsOf } from "../person/rows.ts"
import { topicPage } from "../person/topic-page.ts"
import { removalPage } from "../removal-page.tsx"
import {
  entryOf,
  type PageEntry,
  type SectionPage,
  type SectionPages,
  type SummaryGroup,
  sectionUrl,
} from "../section.tsx"
import type { Visit } from "../visit.ts"
import { type Cast, castOf, type Role } from "./cast.ts"
import { familyFields } from "./family.ts"

export const clientsPages: SectionPages<ClientsSection> = {
  async pages(visit, section) {
    const cast = await castOf(visit, section)
    const lede = textIn(section.instructions, visit.lang) || visit.words.clients.names_lede
    const pagesOf = (role: Role | undefined): PageEntry[] =>
      role
        ? topicsAsked(role.fields).map((topic) => {
            const path = `${role.key}/${topic}`
            const isFirst = topic === "names" && role === (cast.representative ?? cast.main)
            const { unnamed, is_past } = role
            const about = { path, unnamed, is_past, lede: isFirst ? lede : undefined }
            return { path, open: () => topicPage(visit, role, topic, about) }
          })
        : []
    return [
      ...pagesOf(cast.representative),
      ...pagesOf(cast.main),
      ...familyPage(visit, section, cast),
      ...partnerPages(visit, section, cast).map(entryOf),
      ...pagesOf(cast.partner),
    ]
  },

  async summary(visit, section) {
    const cast = await castOf(visit, section)
    const { words } = visit
    const groupOf = async (role: Role | undefined): Promise<SummaryGroup[]> => {
      if (!role) return []
      const rows = await personRows(visit, role, (topic) => `${role.key}/${topic}`)
      const title = role.is_you ? words.clients.you_heading : nameOr(role.person, upperFirst(role.unnamed))
      return [{ title, rows }]
    }
    const family = [
      ...rowsOf(await familyFields(visit, section), visit, "family"),
      ...partnerRow(visit, section, cast),
    ]
    return [
      ...(await groupOf(cast.representative)),
      ...(await groupOf(cast.main)),
      ...(family.length > 0 ? [{ title: familyTitle(visit, cast), rows: family }] : []),
      ...(await groupOf(cast.partner)),
    ]
  },
}

function familyTitle(visit: Visit, { main }: Cast): string {
  const { clients } = visit.words
  const isOurs = main.is_you || visit.client.party === "partner"
  const who = isOurs ? undefined : nameOr(main.person, main.unnamed)
  return main.is_past ? clients.past_family_title(who ?? main.unnamed) : clients.family_title(who)
}

function familyPage(visit: Visit, section: ClientsSection, cast: Cast): PageEntry[] {
  const { marital_status, number_of_children } = section.fields
  if (!marital_status && !number_of_children) return []
  const title = familyTitle(visit, cast)
  const open = async () => formPage({ path: "family", title, fields: await familyFields(visit, section) })
  return [{ path: "family", open }]
}

/** Whether a spouse or partner takes part, and where that is changed. */
function partnerRow(visit: Visit, section: ClientsSection, cast: Cast): SummaryGroup["rows"] {
  const { words, matter } = visit
  const page = partnerPages(visit, section, cast)[0]
  if (!page || matter.client_type !== "self") return []
  const value = cast.partner ? words.frame.yes : words.frame.no
  return [{ label: words.clients.partner_row, value, path: page.path }]
}

/** Whether a spouse or partner takes part; asked of couples only, and only where the questionnaire allows it. */
function partnerPages(visit: Visit, section: ClientsSection, { main, partner }: Cast): SectionPage[] {
  const { words, matter } = visit
  const isCouple = ["married", "life_partner", "separated"].includes(matter.contact_main_marital_status)
  if (partner) return matter.client_type === "self" ? [removePartnerPage(section, partner.person, words)] : []
  if (!section.with_partner || !isCouple) return []
  const isOurs = matter.client_type === "self"
  return [
    formPage({
      path: "partner",
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
      saveByButton: async (visit, edits) => {
        if (edits.some(({ value }) => value === true)) await addPartner(visit.tx, visit.matter.id)
        return { saved: {}, conflicts: [] }
      },
      next: async (_, form) =>
        form.takes_part?.at(-1) === "yes" ? sectionUrl(section.id, "partner/names") : undefined,
    }),
  ]
}

function removePartnerPage(section: ClientsSection, partner: PersonRow, words: Visit["words"]): SectionPage {
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

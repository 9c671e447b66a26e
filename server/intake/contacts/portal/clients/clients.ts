// The clients, or the representative and the represented person: separate pages for each, and one for what they share.

import type { ClientsSection } from "../../../../definition/definition.ts"
import { textIn } from "../../../../definition/text.ts"
import { upperFirst } from "../../../../platform/text/upper-first.ts"
import { textOf } from "../../../../web/portal/form.ts"
import { findOtherClient, type OtherClient } from "../../../handovers/portal/other-client.ts"
import type { Field } from "../../../portal/fields/field.ts"
import { formPage } from "../../../portal/form-page.tsx"
import type { PageRequest } from "../../../portal/page-request.ts"
import {
  checkPath,
  entryOf,
  type PageEntry,
  type SectionPages,
  type SummaryGroup,
  sectionUrl,
} from "../../../portal/sections/section.tsx"
import { withParameter } from "../../../portal/view.tsx"
import { nameOr } from "../../contacts.ts"
import { removePage } from "../people/remove.tsx"
import { personEntries } from "../person/person-page.ts"
import { personRows, rowsOf } from "../person/rows.ts"
import { familyFields, familyOf, familyPath, mustFollowUp, partnerField, partnerQuestion } from "./family.ts"
import { type ClientParties, type ClientParty, clientPartiesOf } from "./parties.ts"

const removePath = "partner/remove"

export const clientsPages: SectionPages<ClientsSection> = {
  async pages(req, section) {
    const parties = await clientPartiesOf(req, section)
    const lede = textIn(section.instructions, req.lang) || req.words.clients.names_lede
    const other = await findOtherClient(req)
    const [first, ...others] = inOrder(parties)
    const pagesOf = (party: ClientParty): PageEntry[] => {
      const { key: path, unnamed, is_past } = party
      return personEntries(req, party, {
        path,
        unnamed,
        is_past,
        lede: party === first ? lede : otherLede(req, party, other),
      })
    }
    const shared = [...familyPages(req, section, parties), ...removePartnerPages(req, section, parties)]
    // The shared pages come after the first client's, or after the represented person's if there is a representative.
    const [second, ...rest] = others
    const isAfterFirst = parties.representative === undefined
    return [
      ...(first ? pagesOf(first) : []),
      ...(isAfterFirst ? shared : []),
      ...(second ? pagesOf(second) : []),
      ...(isAfterFirst ? [] : shared),
      ...rest.flatMap(pagesOf),
    ]
  },

  async summary(req, section) {
    const parties = await clientPartiesOf(req, section)
    const { words } = req
    const groupOf = async (party: ClientParty): Promise<SummaryGroup> => {
      const rows = await personRows(req, party, (topic) => `${party.key}/${topic}`)
      const title = party.is_you ? words.clients.you_heading : nameOr(party.person, upperFirst(party.unnamed))
      return { title, rows }
    }
    const own = await familyFields(req, section, parties)
    const fields = own.flatMap((field) => (field.name === partnerField ? partnerRow(req, field) : field))
    const family = rowsOf(fields, req, familyPath)
    const groups = await Promise.all(inOrder(parties).map(groupOf))
    const shared = family.length > 0 ? [{ title: familyTitle(req, parties), rows: family }] : []
    const before = parties.representative ? 2 : 1
    return [...groups.slice(0, before), ...shared, ...groups.slice(before)]
  },
}

/** The parties, the signed-in client first, so that they do not enter their own name in the other's record. */
function inOrder({ representative, main, partner }: ClientParties): ClientParty[] {
  const all = [representative, main, partner].filter((party) => party !== undefined)
  return [...all.filter(({ is_you }) => is_you), ...all.filter(({ is_you }) => !is_you)]
}

/** Tells one client of a couple that the other can fill in these pages themselves. */
function otherLede(
  { words, client, matter }: PageRequest,
  party: ClientParty,
  other: OtherClient | undefined,
): string | undefined {
  const isCouple = matter.client_type === "self" && ["main", "partner"].includes(client.party)
  if (!isCouple || party.is_you) return undefined
  const { invitation } = other ?? {}
  const link = invitation?.started_at ? "used" : invitation ? "sent" : "none"
  return words.clients.other_may[link](nameOr(party.person, party.unnamed))
}

function familyTitle(req: PageRequest, parties: ClientParties): string {
  const { clients } = req.words
  const who = familyOf(req, parties)
  const { main } = parties
  return main.is_past ? clients.past_family_title(who ?? main.unnamed) : clients.family_title(who)
}

function familyPages(req: PageRequest, section: ClientsSection, parties: ClientParties): PageEntry[] {
  const { marital_status, number_of_children } = section.fields
  const question = partnerQuestion(req, section, parties)
  if (!marital_status && !number_of_children && !question) return []
  const title = familyTitle(req, parties)
  const open = async () =>
    formPage({
      path: familyPath,
      title,
      fields: await familyFields(req, section, parties),
      next: async (_, form, { path, search }) => {
        if (question && !parties.partner && mustFollowUp(form))
          return `${path}${withParameter(search, "follow_up", partnerField)}#${partnerField}`
        const isLeaving = parties.partner && textOf(form, partnerField) === "no"
        return isLeaving ? sectionUrl(section.id, removePath) : undefined
      },
    })
  // Whether the spouse takes part was once asked on a page of its own.
  const leads_to = sectionUrl(section.id, familyPath)
  // Where the only question is answered already, the check page leads to it.
  const aside = !marital_status && !number_of_children && parties.partner !== undefined
  return [
    { path: familyPath, aside, open },
    { path: "takes-part", aside: true, leads_to, open },
  ]
}

/** The question whether a spouse or partner takes part, as the check page's row says it. */
function partnerRow({ words, matter }: PageRequest, field: Field): Field[] {
  return matter.client_type === "self" ? [{ ...field, label: words.clients.partner_row }] : []
}

/** The page that removes a spouse or partner from a couple's questionnaire. */
function removePartnerPages(
  req: PageRequest,
  section: ClientsSection,
  { partner }: ClientParties,
): PageEntry[] {
  if (!partner || req.matter.client_type !== "self") return []
  const { words } = req
  const name = nameOr(partner.person, words.person.unnamed.partner)
  const page = removePage(req, {
    section_id: section.id,
    path: removePath,
    person: { id: partner.person.id, name },
    title: words.clients.remove_partner_title(name),
    next: checkPath,
  })
  return [entryOf(page)]
}

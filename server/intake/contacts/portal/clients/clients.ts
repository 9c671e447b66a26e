// The clients, or the representative and the represented person: separate pages for each, and one for what they share.

import type { ClientsSection } from "../../../../definition/definition.ts"
import { textIn } from "../../../../definition/text.ts"
import { upperFirst } from "../../../../platform/text/upper-first.ts"
import { textOf } from "../../../../web/portal/form.ts"
import { findOtherClient, type OtherClient } from "../../../handovers/portal/other-client.ts"
import { formPage } from "../../../portal/form-page.tsx"
import type { PageRequest } from "../../../portal/page-request.ts"
import { removalPage } from "../../../portal/sections/removal-page.tsx"
import {
  entryOf,
  type PageEntry,
  type SectionPage,
  type SectionPages,
  type SummaryGroup,
  sectionUrl,
} from "../../../portal/sections/section.tsx"
import { nameOr, type PersonRow } from "../../contacts.ts"
import { addPartner, removePartner } from "../../partner.ts"
import { personEntries } from "../person/person-page.ts"
import { personRows, rowsOf } from "../person/rows.ts"
import { familyFields, familyOf, familyPath } from "./family.ts"
import { type ClientParties, type ClientParty, clientPartiesOf } from "./parties.ts"

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
    const takesPart = partnerPage(req, section, parties)
    const shared = [...familyPage(req, section, parties), ...(takesPart ? [entryOf(takesPart)] : [])]
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
    const family = [
      ...rowsOf(await familyFields(req, section, parties), req, familyPath),
      ...partnerRow(req, section, parties),
    ]
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

function familyPage(req: PageRequest, section: ClientsSection, parties: ClientParties): PageEntry[] {
  const { marital_status, number_of_children } = section.fields
  if (!marital_status && !number_of_children) return []
  const title = familyTitle(req, parties)
  const open = async () =>
    formPage({ path: familyPath, title, fields: await familyFields(req, section, parties) })
  return [{ path: familyPath, open }]
}

/** The check page's row that says whether a spouse or partner takes part. */
function partnerRow(req: PageRequest, section: ClientsSection, parties: ClientParties): SummaryGroup["rows"] {
  const { words, matter } = req
  const page = partnerPage(req, section, parties)
  if (!page || matter.client_type !== "self") return []
  const value = parties.partner ? words.frame.yes : words.frame.no
  return [{ label: words.clients.partner_row, value, path: page.path }]
}

/** The page that adds or removes a spouse or partner; only for couples, and only if the questionnaire allows it. */
function partnerPage(
  req: PageRequest,
  section: ClientsSection,
  { main, partner }: ClientParties,
): SectionPage | undefined {
  const { words, matter } = req
  const isCouple = ["married", "life_partner", "separated"].includes(matter.contact_main_marital_status)
  if (partner)
    return matter.client_type === "self" ? removePartnerPage(section, partner.person, words) : undefined
  if (!section.with_partner || !isCouple) return undefined
  const isOurs = matter.client_type === "self"
  const page = formPage({
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
  })
  const to = sectionUrl(section.id, "partner")
  const save: SectionPage["save"] = async (req, request) => {
    const outcome = (await page.save?.(req, request)) ?? { to }
    // With a partner this page no longer exists, so even switching the language must leave it.
    return textOf(request.form, "takes_part") === "yes" && !("body" in outcome) ? { ...outcome, to } : outcome
  }
  return { ...page, save }
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
    lede: words.people.remove_text,
    submit: words.people.remove(who),
    keep: words.people.keep(who),
    back: sectionUrl(section.id, "check"),
    done: { key: "person_removed", name: who },
    remove: ({ tx, matter }) => removePartner(tx, matter.id),
  })
}

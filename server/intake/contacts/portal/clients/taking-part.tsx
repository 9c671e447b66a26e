// Asks the main client once whether the second client still takes part, after the marital status says otherwise.

import { clientsSectionOf } from "../../../../definition/parts.ts"
import { definitionOf } from "../../../matters/progress/definition.ts"
import { formPage } from "../../../portal/form-page.tsx"
import { type PageRequest, refresh } from "../../../portal/page-request.ts"
import { type RoutedRequest, type SectionPage, sectionUrl } from "../../../portal/sections/section.tsx"
import type { Redirect, View } from "../../../portal/view.tsx"
import { nameOr } from "../../contacts.ts"
import { confirmPartner, endPartnerPart } from "../../taking-part.ts"
import { nextToAskAbout } from "../naming/fallen-out.tsx"
import { familyPath } from "./family.ts"

export const takingPartUrl = "/portal/taking-part"

/** Whether this client has to answer first. Staff acting for the client may go on. */
export function mustConfirmPartner({ matter, client }: PageRequest): boolean {
  return matter.sharing_paused_at !== null && client.party === "main"
}

export async function showTakingPart(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const page = await takingPartPage(req)
  return page ? page.show(req, request) : { to: "/portal" }
}

export async function saveTakingPart(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const page = await takingPartPage(req)
  const outcome = (await page?.save?.(req, request)) ?? { to: "/portal" }
  return "saved" in outcome ? { to: await nextToAskAbout(await refresh(req)) } : outcome
}

async function takingPartPage(req: PageRequest): Promise<SectionPage | undefined> {
  const { tx, matter, words } = req
  if (!mustConfirmPartner(req) && !(req.impersonation && matter.sharing_paused_at)) return undefined
  const [people, { definition }] = await Promise.all([req.loaded.people(), definitionOf(tx, matter.id)])
  const partner = people.find(({ id }) => id === matter.contact_spouse_id)
  const name = partner ? nameOr(partner, words.person.unnamed.partner) : words.person.unnamed.partner
  const { taking_part } = words.clients
  const section = clientsSectionOf(definition)
  return formPage({
    path: takingPartUrl,
    title: taking_part.title(name),
    lede: taking_part.lede(name, matter.contact_main_marital_status === "widowed"),
    fields: [
      {
        name: "takes_part",
        type: "one_of",
        label: taking_part.title(name),
        options: [
          { value: "yes", label: taking_part.yes(name), hint: taking_part.yes_hint },
          { value: "no", label: taking_part.no(name), hint: taking_part.no_hint(name) },
        ],
        required: true,
        value: null,
        given: false,
        seen: 0,
      },
    ],
    saveByButton: async (_, edits) => {
      const answer = edits.find(({ value }) => value !== null)?.value
      if (answer === "yes") await confirmPartner(tx, matter.id)
      if (answer === "no") await endPartnerPart(tx, matter.id)
      return { saved: {}, conflicts: [] }
    },
    more: section && <a href={sectionUrl(section.id, familyPath)}>{taking_part.wrong_status}</a>,
  })
}

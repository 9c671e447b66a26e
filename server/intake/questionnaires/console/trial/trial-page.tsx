import { isNameIn } from "../../../../definition/own-value.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Card, Details } from "../../../../web/ui/components/card.tsx"
import { CopyField } from "../../../../web/ui/components/copy-field.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { QrImage } from "../../../../web/ui/components/qr-image.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { findPersona, personasFor } from "../../linting/personas.ts"
import { newTestLink, test_link_hours } from "../../test-links.ts"
import { crumbsOf, draftUrl, openDraft } from "../builder/draft.ts"
import { Coverage, readCoverage } from "./coverage.tsx"

const select = (
  id: string,
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
) => <SelectField {...{ id, label, value }} options={options.map(([value, label]) => ({ value, label }))} />

const devices = { phone: "Phone", tablet: "Tablet", laptop: "Laptop" }

export async function trialPage(req: PageRequest): Promise<View> {
  const { query } = req
  const draft = await openDraft(req)
  const { id, approach } = draft.row
  const { name, label } = findPersona(approach, query.as ?? "")
  const lang = query.lang === "es" ? "es" : "en"
  const device = query.device && isNameIn(devices, query.device) ? query.device : "phone"
  const coverage = await readCoverage(req, draft)
  const client = String(new URLSearchParams({ as: name, lang }))
  return {
    title: "Try it",
    breadcrumbs: crumbsOf(draft),
    lede: "The draft as clients see it. The people are fictional, and nothing is saved or sent.",
    islands: ["copy"],
    frames: true,
    body: (
      <>
        <FilterBar action={trialUrl(id)} label="Who tries it, and how" submit="Show">
          {select(
            "as",
            "Client",
            name,
            personasFor(approach).map((each) => [each.name, each.label]),
          )}
          {select("lang", "Language", lang, Object.entries({ en: "English", es: "Spanish" }))}
          {select("device", "Device", device, Object.entries(devices))}
          {coverage.matters.length > 0 &&
            select("matter", "Compare with", coverage.matter?.id ?? "", [
              ["", "No matter"],
              ...coverage.matters.map(({ id, name }) => [id, name] as const),
            ])}
        </FilterBar>
        <iframe
          class={`builder-frame trial-${device}`}
          src={`${draftUrl(id)}/preview?${client}`}
          title={`The draft as seen by: ${label}`}
        />
        <Details summary="Try it on a phone">
          <PhoneLink req={req} id={id} client={client} />
        </Details>
        <Coverage {...coverage} />
      </>
    ),
  }
}

/** A link for any device, without signing in. */
function PhoneLink({ req, id, client }: { req: PageRequest; id: string; client: string }) {
  const { parts, staff, tx } = req
  const target = { firm_id: staff.firm_id, questionnaire_id: id, user_id: staff.user_id }
  const address = `${parts.base_url}${newTestLink(parts.ring, target, tx.now)}?${client}`
  return (
    <Card>
      <CopyField
        id="address"
        label="Link"
        hint={`It works for ${test_link_hours} hours for anyone who has it, and shows the latest draft.`}
        value={address}
      />
      <QrImage text={address} label="QR code of the link" />
    </Card>
  )
}

export const trialUrl = (id: string) => `${draftUrl(id)}/trial`

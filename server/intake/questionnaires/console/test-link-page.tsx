import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { FilterBar } from "../../../web/ui/components/filter-bar.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { QrImage } from "../../../web/ui/components/qr-image.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { findPersona, personasFor } from "../linting/personas.ts"
import { newTestLink, test_link_hours } from "../test-links.ts"
import { crumbsOf, draftUrl, openDraft } from "./builder/draft.ts"

/** Creates a link to try the draft on any device as one of the personas. */
export async function testLinkPage(req: PageRequest): Promise<View> {
  const { parts, staff, query } = req
  const draft = await openDraft(req)
  const { id, approach } = draft.row
  const { name, label } = findPersona(approach, query.as ?? "")
  const lang = query.lang === "es" ? "es" : "en"
  const path = newTestLink(
    parts.ring,
    { firm_id: staff.firm_id, questionnaire_id: id, user_id: staff.user_id },
    req.tx.now,
  )
  const address = `${parts.base_url}${path}?${new URLSearchParams({ as: name, lang })}`
  return {
    title: "Test link",
    breadcrumbs: crumbsOf(draft),
    heading: {
      lede: "Try the draft as a client would see it, on your phone or any other device. The link always shows the latest draft.",
    },
    islands: ["copy"],
    body: (
      <>
        <FilterBar
          action={testLinkUrl(id)}
          label="Who tries it"
          submit={<Button variant="secondary">Show</Button>}
        >
          <SelectField
            id="as"
            label="Client"
            value={name}
            options={personasFor(approach).map((each) => ({ value: each.name, label: each.label }))}
          />
          <SelectField
            id="lang"
            label="Language"
            value={lang}
            options={[
              { value: "en", label: "English" },
              { value: "es", label: "Spanish" },
            ]}
          />
        </FilterBar>
        <Card title={label}>
          <CopyField
            id="address"
            label="Link"
            hint={`It works for ${test_link_hours} hours for anyone who has it.`}
            value={address}
            copy="Copy"
            copied="Copied"
          />
          <QrImage text={address} label="QR code of the link" />
          <p>
            The people in it are fictional. There is no matter, so Foyer does not save, count, send or find
            any answers.
          </p>
          <p>
            <LinkButton href={address}>Open it here</LinkButton>
          </p>
        </Card>
      </>
    ),
  }
}

export const testLinkUrl = (id: string) => `${draftUrl(id)}/test-link`

import { linkFormUrl } from "../../../intake/matters/invitations/own-links.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"

export const linksLabel = "Page where clients request their link"

/** The address of the portal's link form, for the firm's website. */
export function WebsiteCard({ req: { staff, parts } }: { req: PageRequest }) {
  return (
    <Card title="For your website">
      <CopyField
        id="links"
        label={linksLabel}
        hint="A person who enters an email address you have invited gets the links by email. The page never reveals whether it knows an address."
        value={`${parts.base_url}${linkFormUrl(staff.firm.place)}`}
      />
      {!parts.config.smtp_url && <p>No email is sent here, so no one gets links this way.</p>}
    </Card>
  )
}

import { linkFormUrl } from "../../matters/own-links.ts"
import { Card } from "../../ui/components/card.tsx"
import { CopyField } from "../../ui/components/copy-field.tsx"
import type { PageRequest } from "../page-request.ts"

/** The address that a firm's website may lead to. */
export function WebsiteCard({ req: { staff, parts } }: { req: PageRequest }) {
  return (
    <Card title="For your website">
      <CopyField
        id="links"
        label="Where clients ask for their link"
        hint="Whoever enters an address you have invited gets the links by email. The page never tells whether an address is known."
        value={`${parts.base_url}${linkFormUrl(staff.firm.place)}`}
        copy="Copy"
        copied="Copied"
      />
      {!parts.config.smtp_url && <p>It works once this installation has a mail server.</p>}
    </Card>
  )
}

import { findSectionOf } from "../../../definition/parts.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import { sectionUrl } from "../../../web/portal/sections/section.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { AskToSign } from "../../agreements/portal/ask-to-sign.tsx"
import { agreementUrl } from "../../agreements/portal/to-sign.ts"
import type { OpenItem } from "../missing/open-items.ts"
import { openInWords } from "./sending-state.ts"

/** What is still to come, each with the page where it is given, and the button that asks the other client to sign. */
export async function openItemsCard(req: PageRequest, open: readonly OpenItem[], title: string) {
  const { open_lede, open_sent } = req.words.review
  if (open.length === 0) return null
  return (
    <Card title={title} id="open">
      <p>{req.matter.is_submitted ? open_sent : open_lede}</p>
      <ul class="link-list">
        {open.map((item) => (
          <li key={`${item.record_id} ${item.contact_id}`}>
            {req.may_edit || item.kind === "signature" ? (
              <a href={urlOf(item, req)}>{openInWords([item], req)[0]}</a>
            ) : (
              openInWords([item], req)[0]
            )}
          </li>
        ))}
      </ul>
      {await AskToSign({ req })}
    </Card>
  )
}

function urlOf({ kind, record_id }: OpenItem, { definition }: PageRequest): string {
  if (kind === "signature") return agreementUrl(record_id)
  return `${sectionUrl(findSectionOf(definition, record_id)?.id ?? "", record_id)}?return=all`
}

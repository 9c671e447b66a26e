import { findSectionOf } from "../../../definition/parts.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { AskToSign } from "../../agreements/portal/ask-to-sign.tsx"
import { agreementUrl } from "../../agreements/portal/to-sign.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { sectionUrl } from "../../portal/sections/section.tsx"
import type { OpenItem } from "../missing/open-items.ts"
import { openInWords } from "./sending-state.ts"

/** A card of what is still to come, with the button that asks the other client to sign. */
export async function openItemsCard(req: PageRequest, open: readonly OpenItem[], title: string) {
  const { open_lede, open_sent } = req.words.review
  if (open.length === 0) return null
  return (
    <Card title={title} id="open">
      <p>{req.matter.is_submitted || !req.may_edit ? open_sent : open_lede}</p>
      {await OpenItemList({ req, open })}
      {await AskToSign({ req })}
    </Card>
  )
}

/** What is still to come, each with the page where it is given. */
export async function OpenItemList({ req, open }: { req: PageRequest; open: readonly OpenItem[] }) {
  if (open.length === 0) return null
  const answerable = await req.loaded.answerable()
  const isLinked = ({ kind, record_id }: OpenItem) =>
    req.may_edit || kind === "signature" || answerable.has(record_id)
  return (
    <ul class="link-list">
      {open.map((item) => (
        <li key={`${item.record_id} ${item.contact_id}`}>
          {isLinked(item) ? <a href={openItemUrl(item, req)}>{inWords(item, req)}</a> : inWords(item, req)}
        </li>
      ))}
    </ul>
  )
}

/** As a line of its own, so with a capital. */
function inWords(item: OpenItem, req: PageRequest): string {
  const [text = ""] = openInWords([item], req)
  return text.charAt(0).toLocaleUpperCase(req.lang) + text.slice(1)
}

/** The page on which the item is given: nothing else can be changed there once the matter is completed. */
export function openItemUrl(
  { kind, record_id }: Pick<OpenItem, "kind" | "record_id">,
  { definition, may_edit }: Pick<PageRequest, "definition" | "may_edit">,
): string {
  if (kind === "signature") return agreementUrl(record_id)
  const page = sectionUrl(findSectionOf(definition, record_id)?.id ?? "", record_id)
  return may_edit ? `${page}?return=all` : page
}

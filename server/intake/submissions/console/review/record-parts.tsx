import { Family } from "../../../../web/family/family.tsx"
import { AssetTotals } from "../../../assets/console/totals.tsx"
import { contactOf, type PersonRow } from "../../../contacts/contacts.ts"
import { isFamily } from "../../../contacts/family/drawn.ts"
import { membersOf, relativesOf } from "../../../contacts/family/members.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import { documentLines, fileLines } from "./document-lines.tsx"
import type { ReviewPart } from "./line.tsx"
import { assetLines, peopleLines, type ReviewData, roleLines } from "./record-lines.tsx"

/** Documents, people with their family, roles, and assets with their totals; `now` is undefined for a submission. */
export function recordParts(
  data: ReviewData,
  now?: { matter: MatterRow; people: readonly PersonRow[] },
): ReviewPart[] {
  const { contacts, assets } = data.live
  const relatives = now ? relativesOf(now.matter, now.people.map(contactOf), now.people) : { contacts }
  const family = membersOf(relatives)
  return [
    { id: "documents", title: "Documents", lines: now ? documentLines(data) : fileLines(data) },
    {
      id: "people",
      title: "People",
      lines: peopleLines(data),
      footer: isFamily(family) && <Family members={family} />,
    },
    { id: "roles", title: "Roles", lines: roleLines(data) },
    {
      id: "assets",
      title: "Assets",
      lines: assetLines(data),
      footer: assets.length > 0 && <AssetTotals assets={assets} names={data.names} />,
    },
  ]
}

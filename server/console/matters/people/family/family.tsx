import { isFamily } from "../../../../contacts/family/drawn.ts"
import { type Member, membersOf, type Relatives } from "../../../../contacts/family/members.ts"
import { Card } from "../../../../ui/components/card.tsx"
import { FamilyTable } from "./table.tsx"
import { FamilyTree } from "./tree.tsx"

/** The family drawn and in words. */
export function Family({ level, ...relatives }: Relatives & { level: 2 | 3 }) {
  const members = membersOf(relatives)
  if (!isFamily(members)) return null
  return (
    <Card title="Family" level={level} flush>
      <div class="family-part">
        <FamilyTree members={members} />
        <Key members={members} />
      </div>
      <div class="family-words">
        <FamilyTable members={members} />
      </div>
    </Card>
  )
}

/** What shapes and lines mean, of those that are there. */
function Key({ members }: { members: readonly Member[] }) {
  const has = (...branches: Member["branch"][]) => members.some(({ branch }) => branches.includes(branch))
  const parts = [
    members.some(({ is_client }) => is_client) && "Strong border: client.",
    members.some(({ has_died }) => has_died) && "Cut corners: has died.",
    (has("former") || members.some(({ is_partner, is_apart }) => is_partner && is_apart)) &&
      "Dashed line: living apart, or no longer a couple.",
    has("grandchild", "grandparent", "partner_grandparent", "great_grandchild") &&
      "Dotted line: it is not recorded who stands between.",
    has("beside") && "No line: the family connection is not recorded.",
  ].filter(Boolean)
  return <p class="hint">{parts.join(" ")}</p>
}

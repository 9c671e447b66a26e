import type { Language } from "../../../definition/text.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import type { Member } from "../family/members.ts"
import { familyWords } from "../family/words.ts"
import { FamilyTable } from "./table.tsx"
import { FamilyTree } from "./tree.tsx"

/** The family as a drawing and a table, for staff, folded until they want to see it. */
export function Family({ members }: { members: readonly Member[] }) {
  return (
    <Details summary="Family tree">
      <div class="family-part">
        <FamilyTree members={members} />
        <Key members={members} />
      </div>
      <div class="family-words">
        <FamilyTable members={members} />
      </div>
    </Details>
  )
}

/** Explains the shapes and lines that the drawing uses. */
export function Key({ members, lang = "en" }: { members: readonly Member[]; lang?: Language }) {
  const { key } = familyWords[lang]
  const has = (...branches: Member["branch"][]) => members.some(({ branch }) => branches.includes(branch))
  const parts = [
    members.some(({ is_client }) => is_client) && key.client,
    members.some(({ has_died }) => has_died) && key.died,
    (has("former") || members.some(({ is_partner, is_apart }) => is_partner && is_apart)) && key.apart,
    has("grandchild", "grandparent", "partner_grandparent", "great_grandchild") && key.between,
    has("indirect") && key.unconnected,
  ].filter(Boolean)
  return <p class="hint">{parts.join(" ")}</p>
}

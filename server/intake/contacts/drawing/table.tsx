import { DataTable } from "../../../web/ui/components/data-table.tsx"
import type { Member } from "../family/members.ts"
import type { Branch } from "../family/relatives.ts"

/** The relationship code of an organization, which has no dates of birth and death. */
const organization = "4CHAR"

/** The drawing's content as a table. */
export function FamilyTable({ members }: { members: readonly Member[] }) {
  const nameOf = (wanted: "is_main" | "is_partner") => members.find((member) => member[wanted])?.short_name
  const main = nameOf("is_main") ?? ""
  const partner = nameOf("is_partner")
  const differs = partner !== undefined && members.some(({ partner_relation }) => partner_relation)
  return (
    <DataTable
      caption="The family, person by person"
      columns={[
        { label: "Person", cell: ({ id, name }) => <a href={`#${id}`}>{name}</a> },
        { label: `Relationship to ${main}`, cell: ({ relation }) => relation },
        differs && { label: `Relationship to ${partner}`, cell: partnerRelation },
        { label: "Place in the family", cell: (member) => relationWords(member, main, partner) },
        {
          label: "Dates",
          narrow: true,
          cell: ({ years, code }) => years || (code === organization ? "" : "Not known"),
        },
      ]}
      records={members}
      id={({ id }) => `kin-${id}`}
    />
  )
}

/** A shared child's relation is the same to both partners; for anyone else, that would be a guess. */
function partnerRelation({ partner_relation, branch, relation }: Member): string {
  return partner_relation ?? (branch === "child_both" ? relation : "")
}

function relationWords({ branch, generation, is_apart }: Member, main: string, partner = ""): string {
  const words: Partial<Record<Branch, string>> = {
    main: "At the center",
    partner: is_apart ? `Lives apart from ${main}` : `With ${main}`,
    former: `Formerly with ${main}`,
    sibling: `Brother or sister of ${main}`,
    partner_sibling: `Brother or sister of ${partner}`,
    parent: `Parent of ${main}`,
    partner_parent: `Parent of ${partner}`,
    grandparent: `Grandparent of ${main}`,
    partner_grandparent: `Grandparent of ${partner}`,
    child_main: `Child of ${main}`,
    child_both: `Child of ${main} and ${partner}`,
    child_partner: `Child of ${partner}`,
    grandchild: `Grandchild of ${main}; parent not recorded`,
    great_grandchild: `Great-grandchild of ${main}; parent not recorded`,
    other: "",
  }
  return words[branch] ?? `${generationWords[generation] ?? "Family"}; exact connection not recorded`
}

const generationWords: Readonly<Record<number, string>> = {
  [-1]: "The parents’ generation",
  0: "The same generation",
  1: "The children’s generation",
}

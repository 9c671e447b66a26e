import { relationshipLabel, weights } from "../../../../definition/people/relationships.ts"
import { personUrl } from "../../../../intake/contacts/console/conflict-check.ts"
import { stateWords } from "../../../../intake/matters/state-words.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import { Details } from "../../../../web/ui/components/card.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { type Appearance, weightOf } from "../../conflicts.ts"
import { reasonWords } from "./words.ts"

/** Parties and families in a table; advisors and charities, who appear in many matters, folded into one line. */
export function Appearances({ appearances }: { appearances: readonly Appearance[] }) {
  const advisors = appearances.filter((one) => weightOf(one) === weights.advisor)
  const others = appearances.filter((one) => weightOf(one) < weights.advisor)
  return (
    <>
      {others.length > 0 && <Table appearances={others} />}
      {advisors.length > 0 && (
        <div class="folded-rows">
          <Details is_printed summary={`${countText(advisors.length, "appearance")} as advisor or charity`}>
            <Table appearances={advisors} />
          </Details>
        </div>
      )}
    </>
  )
}

/** “Daughter, Executor” */
export function roleText(one: Pick<Appearance, "contact_id" | "relationship_type" | "roles">): string {
  if (!one.contact_id) return "In the name of the matter"
  return [relationshipLabel(one.relationship_type, "en"), ...one.roles].join(", ")
}

/** What a person is in a matter; leads to what the matter says of them. */
export function RoleLink(one: Pick<Appearance, "matter_id" | "contact_id" | "relationship_type" | "roles">) {
  if (!one.contact_id) return <>{roleText(one)}</>
  return <a href={`/console/matters/${one.matter_id}/review#${one.contact_id}`}>{roleText(one)}</a>
}

function Table({ appearances }: { appearances: readonly Appearance[] }) {
  return (
    <DataTable
      caption="Where the name appears, closest match first"
      columns={[
        {
          label: "Name",
          cell: (one) =>
            one.contact_id ? (
              <>
                <a href={personUrl(one.contact_id)}>{one.full_name || one.other_name}</a>
                {one.other_name && <span class="cell-note cell-line">Also {one.other_name}</span>}
              </>
            ) : (
              one.matter_name
            ),
        },
        { label: "Why it is listed", cell: (one) => reasonWords[one.reason] },
        { label: "Role", cell: (one) => <RoleLink {...one} /> },
        {
          label: "Matter",
          cell: (one) => <a href={`/console/matters/${one.matter_id}`}>{one.matter_name}</a>,
        },
        { label: "Status", narrow: true, cell: (one) => stateWords[one.matter_state] },
      ]}
      records={appearances}
      id={(one) => `${one.matter_id}-${one.contact_id}`}
      isMuted={(one) => one.matter_state === "closed"}
    />
  )
}

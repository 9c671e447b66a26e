import { type PersonField, personFields } from "../../../definition/people/person-fields.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import { NewValue, OldValue } from "../../../web/console/matter/changed-value.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { timeText } from "../../../web/console/times.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { type Column, DataTable } from "../../../web/ui/components/data-table.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { IfPermitted } from "../../../web/ui/components/permitted.tsx"
import { Tag, type Tone } from "../../../web/ui/components/tag.tsx"
import { moneyText } from "../../assets/console/money.ts"
import { fieldLabel } from "../missing/missing-sentences.ts"
import type { Difference } from "../review/differences.ts"
import type { ShownDifference } from "../review/seen-changes.ts"

/** Names the button that acknowledges one change. */
export const seenField = "seen"

const parts: readonly [Difference["part"], string][] = [
  ["matter", "The matter"],
  ["contacts", "People"],
  ["roles", "Roles"],
  ["assets", "Assets"],
  ["answers", "Answers"],
  ["documents", "Documents"],
  ["financial_documents", "Documents for assets"],
]

/** Changed values need no tag: the before and after columns show them. */
const changeTags: Record<Exclude<Difference["change"], "changed">, { text: string; tone: Tone }> = {
  added: { text: "Added", tone: "success" },
  removed: { text: "Removed", tone: "danger" },
}

const changeColumn: Column<ShownDifference> = {
  label: "Change",
  narrow: true,
  cell: ({ change }) =>
    change !== "changed" && <Tag tone={changeTags[change].tone}>{changeTags[change].text}</Tag>,
}

/** The differences by kind of record, with the values before and after, and who saw each. */
export function Differences(props: { differences: readonly ShownDifference[]; req: PageRequest }) {
  const { differences, req } = props
  if (differences.length === 0) {
    return (
      <EmptyState title="No differences" icon="check-circle">
        People, roles, assets, answers and documents are the same.
      </EmptyState>
    )
  }
  return (
    <>
      {parts.map(([part, title]) => {
        const own = differences.filter((difference) => difference.part === part)
        if (own.length === 0) return null
        return (
          <Card title={title} key={part} flush>
            <DataTable
              caption={`Differences: ${title}`}
              columns={[
                {
                  label: "What",
                  primary: true,
                  cell: ({ label, field, change }) => (
                    <>
                      {label}
                      {field && change === "changed" && part !== "answers" && (
                        <span class="cell-note cell-line">{differenceLabel(field)}</span>
                      )}
                    </>
                  ),
                },
                own.some(({ change }) => change !== "changed") && changeColumn,
                {
                  label: "Before",
                  cell: ({ before, field }) => <OldValue text={before && formatValue(before, field)} />,
                },
                {
                  label: "After",
                  cell: ({ after, field }) => <NewValue text={after && formatValue(after, field)} />,
                },
                {
                  label: "Seen",
                  narrow: true,
                  cell: ({ label, mark, seen }) =>
                    seen ? (
                      <span class="cell-note">
                        {seen.by || "Seen"}, {timeText(seen.at, req)}
                      </span>
                    ) : (
                      <IfPermitted href="">
                        <Button small variant="secondary" name={seenField} value={mark}>
                          Mark as seen<span class="visually-hidden"> ({label})</span>
                        </Button>
                      </IfPermitted>
                    ),
                },
              ]}
              records={own}
              id={(_, index) => `${part}-${index + 1}`}
            />
          </Card>
        )
      })}
    </>
  )
}

/** Formats a value of a difference: amounts and dates arrive as stored. */
export function formatValue(text: string, field: string): string {
  if (field === "credit_value" || field === "debit_value") return moneyText(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? displayDate(text, "en") : text
}

const labels: Record<string, string> = {
  name: "Name",
  full_name: "Name",
  contact_main_status: "Status",
  contact_main_marital_status: "Marital status",
  relationship: "Relationship",
  is_client: "Client",
  assignments: "Who serves",
  identifier_value: "Name or address",
  owner_value: "Owner",
  credit_value: "Value",
  debit_value: "Owed",
  beneficiaries: "Beneficiaries",
}

/** The label of a field of a difference. */
export function differenceLabel(field: string): string {
  const known = labels[field]
  if (known) return known
  return (personFields as readonly string[]).includes(field) ? fieldLabel(field as PersonField, "en") : field
}

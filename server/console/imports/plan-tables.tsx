import { relationshipLabel } from "../../definition/relationships.ts"
import type { ImportFault, PlannedMatter, PlannedPerson } from "../../imports/plan.ts"
import { Card } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"

/** All faults, with lines and columns numbered as in a spreadsheet. */
export function PlanFaults({ faults }: { faults: readonly ImportFault[] }) {
  return (
    <Card title="Faults" flush>
      <DataTable
        caption="Faults by line"
        columns={[
          { key: "line", label: "Line", primary: true, narrow: true },
          { key: "column", label: "Column" },
          { key: "message", label: "What to do" },
        ]}
        rows={faults.map(({ line, column, message }, index) => ({
          id: `fault-${index}`,
          cells: { line, column, message },
        }))}
      />
    </Card>
  )
}

export function PlannedMatters({ matters }: { matters: readonly PlannedMatter[] }) {
  return (
    <Card title="Matters to create" flush>
      <DataTable
        caption="Matters to create"
        columns={[
          { key: "name", label: "Matter", primary: true },
          { key: "reference", label: "Reference" },
          { key: "people", label: "People" },
        ]}
        rows={matters.map(({ name, reference, people }, index) => ({
          id: `matter-${index}`,
          cells: {
            name,
            reference,
            people: people.map((person, at) => (
              <span class="cell-line" key={`${at}`}>
                {nameOf(person)}
                {at > 0 && `, ${relationshipLabel(person.relationship_type, "en")}`}
              </span>
            )),
          },
        }))}
      />
    </Card>
  )
}

function nameOf({ fields: { first_name, last_name } }: PlannedPerson): string {
  return [first_name, last_name].filter(Boolean).join(" ")
}

// What was found in the file: equal findings once, with their number, and of each fault how to go on with it.
import { badRequest } from "../../../platform/errors.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  trimmedTextOf,
} from "../../../web/console/page-request.ts"
import { DataTable, TableCard } from "../../../web/ui/components/data-table.tsx"
import { SelectField, type SelectOption } from "../../../web/ui/components/select-field.tsx"
import type { FindingGroup } from "../findings.ts"
import { columnLabel } from "../table/cells.ts"

interface FindingsProps {
  title: string
  id: "fault" | "question"
  findings: readonly FindingGroup[]
}

const columns = [
  { label: "Cells", narrow: true, cell: cellsOf },
  { label: "Column", cell: ({ column }: FindingGroup) => column },
]

/** Lines and columns as a spreadsheet shows them. */
export function Findings({ title, id, findings }: FindingsProps) {
  return (
    <TableCard
      title={title}
      caption={`${title}, by cell`}
      columns={[...columns, { label: "What to do", cell: Message }]}
      records={findings}
      id={(_, index) => `${id}-${index}`}
    />
  )
}

function Message({ message, count }: FindingGroup) {
  return (
    <>
      {message}
      {count > 1 && (
        <span class="cell-note cell-line">And {(count - 1).toLocaleString("en-US")} more like this one.</span>
      )}
    </>
  )
}

/** “E2, E7, E9 and 497 more” */
function cellsOf({ at, lines, count }: FindingGroup): string {
  const named = lines.map((line) => (at === undefined ? `Line ${line}` : `${columnLabel(at)}${line}`))
  const more = count - lines.length
  return more > 0 ? `${named.join(", ")} and ${more.toLocaleString("en-US")} more` : named.join(", ")
}

export type FaultGroup = FindingGroup & { group: number }
type Colleagues = readonly { id: string; name: string; email: string }[]

/** More kinds of faults than these are decided together. */
const max_shown = 100
const rest_field = "fault_rest"

const restField = list({
  label: "All faults without a choice of their own",
  hint: "The report names each cell and line that was left out.",
  placeholder: "Choose for each",
  options: [{ value: "leave", label: "Leave out the cells, and the lines that need them" }],
})

export function Faults(props: {
  faults: readonly FaultGroup[]
  colleagues: Colleagues
  refused: RefusedForm | undefined
}) {
  const { faults, colleagues, refused } = props
  return (
    <div class="stack">
      <DataTable
        caption="Faults, by cell"
        columns={[
          ...columns,
          { label: "Fault", cell: Message },
          {
            label: "What to do",
            cell: (fault: FaultGroup) => (
              <SelectField
                id={fieldOf(fault)}
                label={<span class="visually-hidden">What to do with {cellsOf(fault)}</span>}
                value={refused?.form[fieldOf(fault)]?.at(-1) ?? ""}
                error={faultAt(refused, fieldOf(fault))}
                placeholder="Choose"
                options={optionsOf(fault, colleagues)}
              />
            ),
          },
        ]}
        records={faults.slice(0, max_shown)}
        id={({ group }) => `fault-${group}`}
      />
      {faults.length > 1 && showFields({ [rest_field]: restField }, refused)}
    </div>
  )
}

function fieldOf({ group }: FaultGroup): string {
  return `fault_${group}`
}

function optionsOf({ remedy, count }: FindingGroup, colleagues: Colleagues): SelectOption[] {
  const [cells, lines] =
    count > 1
      ? ["Leave these cells out", "Leave these lines out"]
      : ["Leave this cell out", "Leave this line out"]
  const [cell, line] = [
    { value: "cell", label: cells },
    { value: "line", label: lines },
  ]
  if (remedy === "line") return [line]
  if (remedy === "cell") return [cell, line]
  return [
    ...colleagues.map(({ id, name, email }) => ({ value: id, label: `Assign to ${name || email}` })),
    cell,
    line,
  ]
}

export interface FaultDecisions {
  /** Groups of findings whose lines are left out. */
  without: number[]
  assigned: { group: number; assignee: Colleagues[number] }[]
}

/** What staff chose for each fault; throws "bad request" naming those without a choice. */
export function readFaultDecisions(
  { form }: Pick<PageRequest, "form">,
  faults: readonly FaultGroup[],
  colleagues: Colleagues,
): FaultDecisions {
  const isRestLeft = trimmedTextOf(form, rest_field) === "leave"
  const decisions: FaultDecisions = { without: [], assigned: [] }
  const undecided: FaultGroup[] = []
  for (const fault of faults) {
    const { group, remedy } = fault
    const chosen =
      trimmedTextOf(form, fieldOf(fault)) || (isRestLeft ? (remedy === "line" ? "line" : "cell") : "")
    const assignee = remedy === "assignee" ? colleagues.find(({ id }) => id === chosen) : undefined
    if (assignee) decisions.assigned.push({ group, assignee })
    else if (chosen === "line") decisions.without.push(group)
    else if (chosen !== "cell" || remedy === "line") undecided.push(fault)
  }
  if (undecided.length > 0)
    throw badRequest(
      undecided.slice(0, max_shown).map((fault) => ({
        param: fieldOf(fault),
        code: "required",
        message: `${cellsOf(fault)}: choose what to do. ${fault.message}`,
      })),
    )
  return decisions
}

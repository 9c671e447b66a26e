import type { Fault } from "../definition/faults.ts"
import type { Field } from "./field.ts"
import { FieldControl, type FieldControlProps } from "./field-control.tsx"

export interface FieldControlsProps extends Omit<FieldControlProps, "field" | "fault" | "revealed"> {
  fields: readonly Field[]
  faults: readonly { field: Field; fault: Fault }[]
}

/** The controls of a page, with revealed fields nested under their option. */
export function FieldControls({ fields, faults, heading, ...common }: FieldControlsProps) {
  const control = (field: Field, owner?: string) => (
    <FieldControl
      {...common}
      owner={owner}
      heading={heading && field === fields[0]}
      key={field.name}
      field={field}
      fault={faults.find((fault) => fault.field.name === field.name)?.fault}
      revealed={Object.fromEntries(
        Object.entries(field.reveals ?? {}).map(([option, names]) => [
          option,
          fields.filter(({ name }) => names.includes(name)).map((each) => control(each, field.name)),
        ]),
      )}
    />
  )
  const nested = fields.flatMap(({ reveals }) => Object.values(reveals ?? {}).flat())
  return <>{fields.filter(({ name }) => !nested.includes(name)).map((each) => control(each))}</>
}

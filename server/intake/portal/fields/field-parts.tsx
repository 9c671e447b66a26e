import type { Fault } from "../../../definition/faults/faults.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import { type Field, leadOf } from "./field.ts"
import { FieldControl, type FieldControlProps } from "./field-control.tsx"

/** A group of fields on a page, under its own heading or collapsed. */
export interface FieldPart {
  title?: string | undefined
  /** Collapses the group under this summary; it starts open if any field in it is given, requested or at fault. */
  fold?: string | undefined
  names: readonly string[]
}

/** The controls of a page, grouped if it has `parts`. */
export function FieldParts({
  parts,
  fields,
  ...common
}: FieldControlsProps & { parts: readonly FieldPart[] | undefined }) {
  if (!parts) return <FieldControls fields={fields} {...common} />
  return (
    <>
      {parts.map(({ title, fold, names }) => {
        const own = fields.filter(({ name }) => names.includes(name))
        if (own.length === 0) return null
        const controls = <FieldControls key={names[0]} fields={own} {...common} />
        const isOpen = own.some(
          ({ name, given, correction }) =>
            given || correction || common.faults.some(({ field }) => field.name === name),
        )
        return fold ? (
          <Details key={fold} summary={fold} open={isOpen}>
            {controls}
          </Details>
        ) : (
          [title && <h2 key={title}>{title}</h2>, controls]
        )
      })}
    </>
  )
}

interface FieldControlsProps extends Omit<FieldControlProps, "field" | "fault" | "revealed"> {
  fields: readonly Field[]
  faults: readonly { field: Field; fault: Fault }[]
}

/** The controls of `fields`, with revealed ones nested under their option. */
function FieldControls({ fields, faults, heading, ...common }: FieldControlsProps) {
  const lead = leadOf(fields)
  const control = (field: Field, owner?: string) => (
    <FieldControl
      {...common}
      owner={owner}
      heading={heading && field === lead}
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

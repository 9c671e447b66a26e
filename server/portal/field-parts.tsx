import { Details } from "../ui/components/details.tsx"
import { FieldControls, type FieldControlsProps } from "./field-controls.tsx"

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

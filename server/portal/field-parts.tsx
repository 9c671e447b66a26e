import { Details } from "../ui/components/details.tsx"
import { FieldControls, type FieldControlsProps } from "./field-controls.tsx"

/** Fields of a page that stand together: under a heading of their own, or folded away until they are wanted. */
export interface FieldPart {
  title?: string | undefined
  /** The words of the fold. It stands open once anything in it was given or is at fault. */
  fold?: string | undefined
  names: readonly string[]
}

/** The controls of a page in parts; all of them at once where the page has none. */
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
        const isWanted = own.some(
          ({ name, given, correction }) =>
            given || correction || common.faults.some(({ field }) => field.name === name),
        )
        return fold ? (
          <Details key={fold} summary={fold} open={isWanted}>
            {controls}
          </Details>
        ) : (
          [title && <h2 key={title}>{title}</h2>, controls]
        )
      })}
    </>
  )
}

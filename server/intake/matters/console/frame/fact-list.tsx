import type { ComponentChildren } from "preact"

/** The facts of a record as labels and values; omits facts without a value. */
export function FactList({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  const known = facts.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <dl class="cell-facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{/[?.!:]$/.test(label) ? label : `${label}:`}</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

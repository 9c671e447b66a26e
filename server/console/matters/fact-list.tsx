import type { ComponentChildren } from "preact"

/** What is known of a record, a few words each; facts without any are left out. */
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

import { Card } from "../../../../web/ui/components/card.tsx"
import type { AgendaTopic } from "../../review/agenda.ts"

/** Questions that the client wants to discuss at the first meeting, by section. */
export function Agenda({ agenda }: { agenda: readonly AgendaTopic[] }) {
  if (agenda.length === 0) return null
  const parts = Map.groupBy(agenda, ({ section }) => section)
  return (
    <Card title={`To talk about: ${agenda.length}`} id="agenda">
      <p class="hint">The client does not know these answers yet and wants to discuss them when you meet.</p>
      {[...parts].map(([section, topics]) => (
        <section key={section}>
          <h3>{section}</h3>
          <ul>
            {topics.map(({ label, person }) => (
              <li key={`${label} ${person}`}>
                {label}
                {person && <span class="cell-note"> ({person})</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

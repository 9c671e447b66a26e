import { Card } from "../../../ui/components/card.tsx"

/** What is still to come although the client is finished. */
export function OpenItemsCard({ items }: { items: readonly string[] }) {
  return (
    <Card title={`Still to come: ${items.length}`} id="open">
      <p class="hint">The client can submit without it. Each line disappears once it arrives.</p>
      <ul>
        {items.map((item) => (
          <li key={item}>{item.charAt(0).toUpperCase() + item.slice(1)}</li>
        ))}
      </ul>
    </Card>
  )
}

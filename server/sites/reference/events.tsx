import { eventMeanings, type SubscribableType, subscribableTypes } from "../../firm/events/schema.ts"
import { Code, Samples } from "./code.tsx"
import type { Webhook } from "./document.ts"
import { receivers, sampleDelivery, sampleSecret } from "./webhooks.ts"

/** Every type of event: when it is sent, and what is sent. */
export function EventTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const known = subscribableTypes.map((type) => ({
    type,
    summary: eventMeanings[type],
    example: webhooks.find((one) => one.type === type)?.example,
  }))
  const others = webhooks.filter(({ type }) => !subscribableTypes.includes(type as SubscribableType))
  return (
    <table class="reference-fields reference-events">
      <caption>Types of events</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Type</th>
          <th scope="col">When it is sent, and an example</th>
        </tr>
      </thead>
      <tbody>
        {[...known, ...others].map(({ type, summary, example }) => (
          <tr key={type} id={`event-${type}`}>
            <th scope="row">
              <code>{type}</code>
            </th>
            <td>
              <p>{summary}.</p>
              {example !== undefined && (
                <details class="reference-more">
                  <summary>
                    Example<span class="visually-hidden"> of {type}</span>
                  </summary>
                  <Code title={type} of="body" text={JSON.stringify(example, null, 2)} />
                </details>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A delivery, and programs that receive it. */
export function Receivers() {
  const samples = receivers.map(({ language, text }) => ({ id: idOf(language), name: language, text }))
  return (
    <>
      <p>
        This delivery is whole, to try a receiver on: its last line is the body, byte by byte, and{" "}
        <code>{sampleSecret}</code> signed it. Its <code>webhook-timestamp</code> is long past.
      </p>
      <Code title="A delivery" of="an event" text={sampleDelivery} />
      <h3 id="receivers">A receiver</h3>
      <p>
        It verifies each request with nothing but its language's own library. Its first line says how to run
        it, with the secret of the subscription or of <code>foyer listen</code>.
      </p>
      <Samples id="receiver" of="a receiver" samples={samples} />
    </>
  )
}

/** `C#` becomes `csharp`. */
function idOf(language: string): string {
  return language.toLowerCase().replace("#", "sharp")
}

import { list } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { getEndpoint } from "../endpoints.ts"
import { sendTestEvent, type TestType, testTypes } from "../test-events.ts"
import { endpointUrl, shortUrl } from "./lists.tsx"

export const testForm = form({
  open: async ({ tx, param }) => {
    const endpoint = await getEndpoint(tx, param("endpoint_id"))
    return {
      title: "Send a test event",
      heading: {
        lede: "Signed like any other, and marked with is_test: true. It is sent once, whatever the endpoint subscribed to. It names the matter of your latest event; only the ids of foyer.test refer to nothing.",
      },
      fields: {
        event_type: list<TestType>({
          label: "Type of event",
          options: testTypes.map((value) => ({ value, label: value })),
          value: "foyer.test",
          missing: "Choose a type of event.",
        }),
      },
      record: endpoint,
      submit: "Send",
      cancel: endpointUrl(endpoint),
    }
  },
  save: async ({ tx }, { event_type }, endpoint) => {
    const delivery_id = await sendTestEvent(tx, endpoint.id, event_type)
    const to = `${endpointUrl(endpoint)}/deliveries/${delivery_id}`
    return { done: "test_sent", to, about: { label: shortUrl(endpoint.url) } }
  },
})

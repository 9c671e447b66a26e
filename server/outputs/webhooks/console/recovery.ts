import { list } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { recoverFailedSince } from "../deliveries.ts"
import { getEndpoint } from "../endpoints.ts"
import { endpointUrl } from "./lists.tsx"

const spans = [
  { value: "1", label: "The last hour" },
  { value: "24", label: "The last day" },
  { value: "72", label: "The last three days" },
  { value: "168", label: "The last week" },
  { value: "720", label: "The last 30 days" },
] as const

/** Sends the failed deliveries of a period again. */
export const recovery = form({
  open: async ({ tx, param }) => {
    const endpoint = await getEndpoint(tx, param("endpoint_id"))
    return {
      title: "Recover failed deliveries",
      heading: {
        lede: "Sends every delivery that failed, was canceled, or was not created because the endpoint was disabled.",
      },
      fields: {
        hours: list({
          label: "From",
          hint: "Deliveries that succeeded are not sent again.",
          options: spans,
          value: "24",
        }),
      },
      record: endpoint.id,
      submit: "Send again",
      cancel: endpointUrl(endpoint),
    }
  },
  save: async ({ tx }, { hours }, id) => {
    await recoverFailedSince(tx, id, new Date(tx.now.getTime() - Number(hours) * 3_600_000))
    return { done: "deliveries_recovered" }
  },
})

// The export of a matter list that is too long to send immediately.

import { filtersWith } from "../../../follow-up/queues/follow-up.ts"
import { listUrl, readListQuery } from "../../../intake/matters/console/list/filters.ts"
import { countMatters } from "../../../intake/matters/list/matches.ts"
import { countText } from "../../../platform/count-text.ts"
import { badRequest } from "../../../platform/errors.ts"
import { choice } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { todayOf } from "../../../web/console/times.tsx"
import { requestExport } from "../exports.ts"
import { listFilename, listFormats } from "../matter-list.ts"

const formats = [
  { value: "csv", label: "Table (CSV)", hint: "Opens in any spreadsheet program." },
  { value: "workbook", label: "Workbook (Excel)", hint: "With dates you can sort and calculate with." },
] as const

export const listExport = form({
  open: async (req) => {
    const query = readListQuery(req)
    if (query.faults.length > 0) throw badRequest(query.faults)
    const filters = await filtersWith(req.tx, query)
    const count = countText(await countMatters(req.tx, filters), "matter")
    return {
      title: "Export the list of matters",
      breadcrumbs: [{ text: "Matters", href: "/console/matters" }],
      text: [
        `The list has ${count}. It is prepared in the background and appears under Downloads when it is ready.`,
      ],
      fields: { format: formatField(req.query.format) },
      record: filters,
      submit: "Export the list",
      cancel: listUrl(query, 1),
      cancel_text: "Back to the list",
    }
  },
  save: async (req, values, filters) => {
    const format = listFormats[values.format]
    const id = await requestExport(req.tx, {
      matter_id: null,
      kind: "matters",
      label: format.label,
      filename: listFilename(format, todayOf(req)),
      content_type: format.content_type,
      request: { filters },
    })
    return { done: "export_requested", to: `/console/settings/exports/${id}` }
  },
})

function formatField(value: string | undefined) {
  return choice({
    label: "Format",
    options: formats,
    missing: "Choose a table or a workbook.",
    value: value === "workbook" ? value : "csv",
  })
}

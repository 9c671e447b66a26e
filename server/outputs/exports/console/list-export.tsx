// The export of a matter list that is too long to send immediately.

import { filtersWith } from "../../../follow-up/queues/follow-up.ts"
import { listUrl, readListQuery } from "../../../intake/matters/console/list/filters.ts"
import { countMatters } from "../../../intake/matters/list/list.ts"
import { badRequest } from "../../../platform/errors.ts"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../web/console/routing.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Actions } from "../../../web/ui/components/actions.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { RadioGroup } from "../../../web/ui/components/radio-group.tsx"
import { requestExport } from "../exports.ts"
import { listFilename, listFormats } from "../matter-list.ts"

export const listExport: ConsoleForm = { show: listExportPage, act: requestListExport }

async function listExportPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const query = readListQuery(req)
  if (query.faults.length > 0) throw badRequest(query.faults)
  const count = await countMatters(req.tx, await filtersWith(req.tx, query))
  return {
    title: "Export the list of matters",
    breadcrumbs: [{ text: "Matters", href: "/console/matters" }],
    refused,
    body: (
      <Card>
        <p>
          The list has {count.toLocaleString("en-US")} {count === 1 ? "matter" : "matters"}. It is prepared in
          the background and appears under Exports when it is ready.
        </p>
        <form method="post">
          <RadioGroup
            {...fieldOf(refused, "format", req.query.format ?? "csv")}
            label="Format"
            options={[
              { value: "csv", label: "Table (CSV)", hint: "Opens in any spreadsheet program." },
              {
                value: "workbook",
                label: "Workbook (Excel)",
                hint: "With dates you can sort and calculate with.",
              },
            ]}
          />
          <Actions>
            <Button>Export the list</Button>
            <LinkButton href={listUrl(query, 1)} variant="quiet">
              Back to the list
            </LinkButton>
          </Actions>
        </form>
      </Card>
    ),
  }
}

async function requestListExport(req: PageRequest): Promise<Redirect> {
  const { faults, ...query } = readListQuery(req)
  if (faults.length > 0) throw badRequest(faults)
  const format = Object.entries(listFormats).find(([name]) => name === textOf(req.form, "format"))?.[1]
  if (!format)
    throw badRequest([{ param: "format", code: "required", message: "Choose a table or a workbook." }])
  const filters = await filtersWith(req.tx, query)
  const id = await requestExport(req.tx, {
    matter_id: null,
    kind: "matters",
    label: format.label,
    filename: listFilename(format, todayOf(req)),
    content_type: format.content_type,
    request: { filters },
  })
  return { to: `/console/exports/${id}`, flash: { done: "export_requested" } }
}

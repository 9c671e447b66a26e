// A list of matters that is too long to be sent at once.
import { requestExport } from "../../exports/exports.ts"
import { listContentType, listFilename } from "../../exports/matter-list.ts"
import { countMatters } from "../../matters/list.ts"
import { badRequest } from "../../platform/errors.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { listUrl, readListQuery } from "../matters/list/filters.ts"
import { filtersWith } from "../matters/list/follow-up.ts"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import type { ConsoleForm } from "../routing.ts"
import { todayOf } from "../times.tsx"
import type { Redirect, View } from "../view.tsx"

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
          The table will have {count.toLocaleString("en-US")} {count === 1 ? "matter" : "matters"}. It is
          prepared in the background and appears under Exports when it is ready.
        </p>
        <form method="post">
          <Actions>
            <Button>Prepare the table</Button>
            <LinkButton href={listUrl(query, 1)} look="quiet">
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
  const filters = await filtersWith(req.tx, query)
  const id = await requestExport(req.tx, {
    matter_id: null,
    kind: "matters",
    label: "List of matters (CSV)",
    filename: listFilename(todayOf(req)),
    content_type: listContentType,
    request: { filters },
  })
  return { to: `/console/exports/${id}`, flash: { done: "export_requested" } }
}

import { recordAudit, recordSensitiveRead } from "../../audit/audit.ts"
import {
  type ExportRow,
  getExport,
  listExports,
  requestExport,
  retention_hours,
} from "../../exports/exports.ts"
import { listContentType, listFilename } from "../../exports/matter-list.ts"
import { countMatters } from "../../matters/list.ts"
import { badRequest, notFound } from "../../platform/errors.ts"
import { readStoredFile } from "../../platform/files/file-parts.ts"
import { bytesText } from "../../system/words.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { sendDownload } from "../download.ts"
import { listUrl, readListQuery } from "../matters/list/filters.ts"
import { filtersWith } from "../matters/list/follow-up.ts"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import type { Console } from "../routing.ts"
import { todayOf, When } from "../times.tsx"
import type { Redirect, Sending, View } from "../view.tsx"
import { ExportList, ExportTag } from "./list.tsx"

const home = "/console/exports"

export function exportPages(console: Console): void {
  console.page(home, exportsPage)
  console.form(`${home}/matters`, { show: listExportPage, act: requestListExport })
  console.page(`${home}/:export_id`, exportPage)
  console.page(`${home}/:export_id/file`, sendFile)
}

async function exportsPage(req: PageRequest): Promise<View> {
  const { tx, staff } = req
  return {
    title: "Exports",
    heading: {
      lede: `Large exports are prepared in the background and kept here, encrypted, for ${retention_hours} hours. Small ones you get at once.`,
    },
    body: <ExportList rows={await listExports(tx, staff)} req={req} />,
  }
}

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
  return { to: `${home}/${id}`, flash: { done: "export_requested" } }
}

async function exportPage(req: PageRequest): Promise<View> {
  const { tx, staff, param } = req
  const row = await getExport(tx, staff, param("export_id"))
  const address = `${home}/${row.id}`
  return {
    title: row.label,
    tab_title: `Export: ${row.label}`,
    breadcrumbs: [{ text: "Exports", href: home }],
    heading: { caption: row.matter_name ?? undefined, tag: <ExportTag state={row.state} /> },
    body: (
      <>
        <StateBanner row={row} address={address} />
        <Card flush>
          <SummaryList
            rows={[
              { key: "File", value: row.filename },
              ...(row.size === null ? [] : [{ key: "Size", value: bytesText(row.size) }]),
              ...(row.request.reveal ? [{ key: "Sensitive answers", value: "In clear" }] : []),
              { key: "Asked for by", value: row.requested_by_name },
              { key: "Asked for", value: <When at={row.requested_at} req={req} /> },
              ...(row.state === "ready"
                ? [{ key: "Kept until", value: <When at={row.expires_at} req={req} /> }]
                : []),
            ]}
          />
        </Card>
      </>
    ),
  }
}

function StateBanner({ row, address }: { row: ExportRow; address: string }) {
  if (row.state === "ready") {
    return (
      <Banner
        tone="success"
        title="It is ready."
        actions={
          <LinkButton href={`${address}/file`} icon="download" small>
            Download
          </LinkButton>
        }
      >
        <p>The audit log records it.</p>
      </Banner>
    )
  }
  if (row.state === "failed") {
    return (
      <Banner
        tone="danger"
        title="It could not be created."
        actions={
          <LinkButton
            href={row.matter_id ? `/console/matters/${row.matter_id}/export` : "/console/matters"}
            look="secondary"
            small
          >
            Ask again
          </LinkButton>
        }
      >
        <p>
          Nothing was kept of it. If it fails again, ask the administrator of this service to look at its log.
        </p>
      </Banner>
    )
  }
  return (
    <Banner
      tone="info"
      title="It is being prepared."
      actions={
        <LinkButton href={address} look="secondary" small>
          Look again
        </LinkButton>
      }
    >
      <p>You can leave this page: you get an email when it is ready.</p>
    </Banner>
  )
}

/** Notes who takes it out, and sends the file once the transaction is over. */
async function sendFile({ tx, staff, parts, param }: PageRequest): Promise<Sending> {
  const row = await getExport(tx, staff, param("export_id"))
  const { id, matter_id, label, request, file_key, wrapped_key } = row
  if (row.state !== "ready" || !file_key || !wrapped_key) throw notFound("This export is not ready.")
  const what = `${label}${request.reveal ? ", sensitive answers in clear" : ""}`
  if (matter_id) {
    await recordAudit(tx, "matter_exported", { matter_id, record_id: id, label: what })
    await recordSensitiveRead(tx, matter_id, request.revealed ?? [])
  } else await recordAudit(tx, "matters_exported", { record_id: id, label: what })
  return sendDownload({
    filename: row.filename,
    content_type: row.content_type,
    content: await readStoredFile(parts, staff.firm_id, { key: file_key, wrapped_key }),
  })
}

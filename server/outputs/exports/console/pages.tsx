import { recordAudit, recordSensitiveRead } from "../../../firm/audit/audit.ts"
import { notFound } from "../../../platform/errors.ts"
import { readStoredFile } from "../../../platform/files/read-stored-file.ts"
import { bytesText } from "../../../platform/text/sizes-and-ages.ts"
import { sendStored } from "../../../web/console/download.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import { isPastTheEnd, type ListPage, PagedTable, readPage } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { RawResponse, Redirect, View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { Card, EmptyState, SummaryCard } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { type ExportRow, endExport, getExport, listExports, retention_hours } from "../exports.ts"
import { contentsOf, DamagedFiles, FirmProgress, firmExportForm, firmExportUrl } from "./firm-export-form.tsx"

const home = "/console/settings/exports"
const exportsCrumb = { text: "Downloads", href: home }

export function exportPages(console: Console): void {
  console.page(home, downloadsPage)
  console.form(firmExportUrl, onPage(home, downloadsPage, firmExportForm), { admin: true })
  console.page(`${home}/:export_id`, exportPage)
  console.page(`${home}/:export_id/file`, sendFile)
  console.action(`${home}/:export_id/removal`, removeOne)
}

/** What other pages offer as tables, without their filters. */
const tables = {
  Matters: "/console/matters.csv",
  "Report by month": "/console/reports.csv?table=months",
  "Report by questionnaire": "/console/reports.csv?table=questionnaires",
  "Report by source": "/console/reports.csv?table=sources",
  "Open matters by assignee": "/console/reports.csv?table=load",
  "Audit log": "/console/settings/audit.csv",
}

async function downloadsPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, staff } = req
  const { rows, list } = await readPage(req, { home, limit: 50 }, (page) => listExports(tx, staff, page))
  return {
    title: exportsCrumb.text,
    status: isPastTheEnd(list) ? 404 : 200,
    lede: `Large exports are prepared in the background and stored here, encrypted, for ${retention_hours} hours. Small ones download immediately.`,
    body: (
      <>
        <ExportList {...{ rows, list, req }} />
        <Card title="Tables">
          <p>These CSV files download immediately. On their own pages, you can filter them first.</p>
          <Actions>
            {Object.entries(tables).map(([text, href]) => (
              <LinkButton key={href} href={href} variant="secondary" icon="download" small>
                {text}
              </LinkButton>
            ))}
          </Actions>
        </Card>
        {staff.role === "admin" &&
          (await firmExportForm.section(req, { action: firmExportUrl, isCard: true }, refused))}
      </>
    ),
  }
}

async function exportPage(req: PageRequest): Promise<View> {
  const { tx, staff, param } = req
  const row = await getExport(tx, staff, param("export_id"))
  const address = `${home}/${row.id}`
  return {
    title: row.label,
    tab_title: `Export: ${row.label}`,
    breadcrumbs: [exportsCrumb],
    caption: row.matter_name ?? undefined,
    tag: <ExportTag state={row.state} />,
    body: (
      <>
        <StateBanner row={row} address={address} />
        <SummaryCard
          rows={[
            { key: "File", value: row.filename },
            row.size !== null && { key: "Size", value: bytesText(row.size) },
            row.request.reveal === true && { key: "Sensitive answers", value: "Unmasked" },
            contentsOf(row),
            { key: "Requested by", value: row.requested_by_name },
            { key: "Requested", value: <When at={row.requested_at} req={req} /> },
            row.state === "ready" && {
              key: "Available until",
              value: <When at={row.expires_at} req={req} />,
            },
          ]}
        />
        <PostButton action={`${address}/removal`} variant="quiet" icon="trash">
          {row.state === "ready" || row.state === "failed" ? "Delete now" : "Stop and delete"}
        </PostButton>
      </>
    ),
  }
}

async function removeOne({ tx, staff, param }: PageRequest): Promise<Redirect> {
  const { id, matter_id, label } = await getExport(tx, staff, param("export_id"))
  await endExport(tx, id)
  await recordAudit(tx, "export_removed", { matter_id: matter_id ?? undefined, record_id: id, label })
  return { to: home, flash: { done: "export_removed" } }
}

function StateBanner({ row, address }: { row: ExportRow; address: string }) {
  if (row.state === "ready") {
    return (
      <Banner
        tone="success"
        title="Your export is ready."
        actions={
          <LinkButton href={`${address}/file`} icon="download" small>
            Download
          </LinkButton>
        }
      >
        <p>The audit log records each download.</p>
        <DamagedFiles row={row} />
      </Banner>
    )
  }
  const hasFailed = row.state === "failed"
  const doing = row.state === "waiting" ? "The export is in the queue." : "The export is being prepared."
  const fault =
    row.fault ??
    "Nothing was saved. If it fails again, ask the administrator of this service to check the log."
  return (
    <Banner
      tone={hasFailed ? "danger" : "info"}
      title={hasFailed ? "The export could not be created." : doing}
      actions={
        <LinkButton href={hasFailed ? againUrl(row) : address} variant="secondary" small>
          {hasFailed ? "Try again" : "Refresh"}
        </LinkButton>
      }
    >
      <FirmProgress row={row} />
      <p>{hasFailed ? fault : "You can leave this page. You’ll get an email when it is ready."}</p>
    </Banner>
  )
}

function againUrl({ kind, matter_id }: ExportRow): string {
  if (kind === "firm") return home
  return matter_id ? `/console/matters/${matter_id}` : "/console/matters"
}

/** Records the download in the audit log; the file is sent after the transaction ends. */
async function sendFile({ tx, staff, parts, param }: PageRequest): Promise<RawResponse> {
  const row = await getExport(tx, staff, param("export_id"))
  const { id, kind, matter_id, label, request, size, file_key, wrapped_key } = row
  if (row.state !== "ready" || !file_key || !wrapped_key || size === null)
    throw notFound("This export is not ready.")
  const audit_label = `${label}${request.reveal ? ", sensitive answers in clear" : ""}`
  if (matter_id) {
    await recordAudit(tx, "matter_exported", { matter_id, record_id: id, label: audit_label })
    await recordSensitiveRead(tx, matter_id, request.revealed ?? [])
  } else {
    await recordAudit(tx, kind === "firm" ? "firm_exported" : "matters_exported", {
      record_id: id,
      label: audit_label,
    })
  }
  return sendStored({
    filename: row.filename,
    content_type: row.content_type,
    size,
    read: (range) => readStoredFile(parts, staff.firm_id, { key: file_key, wrapped_key }, range),
  })
}

export function ExportList(props: { rows: readonly ExportRow[]; list: ListPage; req: PageRequest }) {
  const { rows, list, req } = props
  return (
    <PagedTable
      {...{ rows, list }}
      caption="Exports, latest first"
      columns={[
        {
          label: "What",
          cell: (row) => (
            <a href={`/console/settings/exports/${row.id}`}>
              {row.label}
              {row.matter_name && <span class="visually-hidden"> of {row.matter_name}</span>}
            </a>
          ),
        },
        {
          label: "Of",
          cell: (row) => row.matter_name ?? (row.kind === "firm" ? "The firm" : "All matching matters"),
        },
        { label: "State", narrow: true, cell: (row) => <ExportTag state={row.state} /> },
        { label: "Size", align: "end", cell: (row) => (row.size === null ? "" : bytesText(row.size)) },
        { label: "Requested by", cell: (row) => row.requested_by_name },
        { label: "Available until", cell: (row) => <When at={row.expires_at} req={req} /> },
      ]}
      empty={
        <EmptyState
          title="No downloads"
          icon="download"
          action={<a href="/console/matters">Go to matters</a>}
        >
          Export a matter from its own page, or the list of matters from the list.
        </EmptyState>
      }
    />
  )
}

export function ExportTag({ state }: Pick<ExportRow, "state">) {
  if (state === "ready") return <Tag tone="success">Ready</Tag>
  if (state === "failed") return <Tag tone="danger">Failed</Tag>
  return <Tag tone="info">{state === "waiting" ? "Waiting" : "Being prepared"}</Tag>
}

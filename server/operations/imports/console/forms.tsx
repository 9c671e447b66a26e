// Importing matters from another program's table: what its forms do.

import { Readable } from "node:stream"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { listUsableQuestionnaires } from "../../../intake/questionnaires/questionnaires.ts"
import type { Parts } from "../../../parts.ts"
import { type Column, csv } from "../../../platform/files/csv.ts"
import type { App } from "../../../platform/http/app.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { sendDownload } from "../../../web/console/download.ts"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { PageResponse, Redirect } from "../../../web/console/view.tsx"
import { createLines } from "../creating-lines.ts"
import {
  changeMapping,
  getImport,
  type ImportRow,
  lockImport,
  markCreated,
  max_lines_at_once,
  requestCreating,
} from "../imports.ts"
import {
  assignLines,
  chooseLines,
  chooseRest,
  countOutcomes,
  leaveOutLines,
  listReport,
  listWaitingLines,
  type ReportLine,
} from "../lines.ts"
import { planSoon } from "../plan-import.ts"
import { max_import_bytes } from "../table/table.ts"
import { readColumnsForm } from "./columns-form.tsx"
import { readChoices, requireDecided } from "./duplicates.tsx"
import { readFaultDecisions } from "./findings.tsx"
import { importPage, mattersText } from "./import-page.tsx"
import { home, importsPage, newImport } from "./list-page.tsx"
import { listColleagues, questionnaireField } from "./open-import.tsx"
import { undoing } from "./undoing.tsx"

const admin = { admin: true } as const

export function matterImportPages(console: Console): void {
  console.form(`${home}/:import_id`, { show: importPage, act: actOnImport }, admin)
  console.page(`${home}/:import_id/report.csv`, sendReport, admin)
  console.form(`${home}/:import_id/undoing`, onPage(`${home}/:import_id`, importPage, undoing), admin)
}

export function matterImportUpload(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_import_bytes }, (console) => {
    console.form(home, onPage(undefined, importsPage, newImport), admin)
  })
}

async function actOnImport(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const id = req.param("import_id")
  const to = `${home}/${id}`
  const row = await lockImport(tx, id)
  // A second press, or a tab beside, shows what the first created.
  if (row.state !== "planning" && row.state !== "open")
    return { to, flash: { done: "import_created_before" } }
  if (trimmedTextOf(form, "step") === "create") return create(req, row, to)
  await changeMapping(tx, id, readColumnsForm(req, row))
  await planSoon(tx, id)
  return { to, flash: { done: "import_checked" } }
}

async function create(req: PageRequest, row: ImportRow, to: string): Promise<Redirect> {
  const { tx, form } = req
  const { id } = row
  // A file that is being read again has nothing to create yet.
  if (row.state === "planning") return { to, flash: { done: "import_still_read" } }
  const { chosen, rest } = readChoices(req)
  await chooseLines(tx, id, chosen)
  const next = trimmedTextOf(form, "next")
  if (next)
    return {
      to: `${to}?${new URLSearchParams({ duplicates: next })}#duplicates`,
      flash: { done: "import_chosen" },
    }
  const faults = row.findings.flatMap((group, at) => (group.is_fault ? { ...group, group: at } : []))
  const colleagues = await listColleagues(req)
  const { without, assigned } = readFaultDecisions(req, faults, colleagues)
  const { questionnaire_id } = valuesIn(questionnaireField(await listUsableQuestionnaires(tx)), form)
  await leaveOutLines(tx, id, without)
  for (const { group, assignee } of assigned) await assignLines(tx, id, group, assignee)
  requireDecided(await chooseRest(tx, id, rest))
  const lines = await listWaitingLines(tx, id)
  if (lines.length > max_lines_at_once) await requestCreating(tx, row, questionnaire_id, lines)
  else {
    await createLines(tx, { import_id: id, questionnaire_id }, lines)
    await markCreated(tx, id)
  }
  const text =
    lines.length > max_lines_at_once
      ? `${countText(lines.length, "line")} in the background`
      : mattersText(await getImport(tx, id), await countOutcomes(tx, id))
  await recordAudit(tx, "import_created", { record_id: id, label: `${row.filename}: ${text}` })
  return { to }
}

async function sendReport(req: PageRequest): Promise<PageResponse> {
  const { tx, parts } = req
  const row = await getImport(tx, req.param("import_id"))
  const rows = await listReport(tx, row.id)
  const columns: Column<ReportLine>[] = [
    { name: "Line", of: ({ line }) => line },
    { name: "Result", of: ({ outcome }) => (outcome ? outcomeWords[outcome] : "Not yet") },
    { name: "Matter", of: ({ name }) => name },
    { name: "Reason", of: ({ reason }) => reason },
    {
      name: "Doubts and faults",
      of: ({ notes, reason }) => notes.filter((note) => !reason.includes(note)).join(" "),
    },
    { name: "Address", of: ({ matter_id }) => matter_id && `${parts.base_url}/console/matters/${matter_id}` },
  ]
  const name = row.filename.split(/\.(?:csv|xlsx|txt)\b/i)[0]
  return sendDownload({
    filename: `Import of ${name}.csv`,
    content_type: "text/csv; charset=utf-8",
    content: Readable.from([csv(columns, rows)], { objectMode: false }),
  })
}

const outcomeWords: Record<NonNullable<ReportLine["outcome"]>, string> = {
  created: "Created",
  joined: "Added to an existing matter",
  skipped: "Skipped",
  left_out: "Left out",
}

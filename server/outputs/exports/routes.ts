// A matter's file memo and workbook over the API: the console's files, with sensitive answers masked.
import Type from "typebox"
import { recordAudit } from "../../firm/audit/audit.ts"
import { getFirm } from "../../firm/firms/firms.ts"
import { getMatterRow } from "../../intake/matters/matter-row.ts"
import { MatterParams } from "../../intake/matters/schema.ts"
import { readFirmDay } from "../../platform/db/sql.ts"
import type { FileParts } from "../../platform/files/read-stored-file.ts"
import type { App } from "../../platform/http/app.ts"
import { sendFile } from "../../platform/http/downloads/send-file.ts"
import { problems } from "../../platform/http/responses/problem.ts"
import { type ExportKind, exportFilename, memo, workbook } from "./kinds.ts"

export function exportRoutes(app: App, parts: FileParts): void {
  fileRoute(app, parts, memo, {
    name: "memo",
    operationId: "getFileMemo",
    summary: "Get File Memo for Matter",
    description:
      "Returns the matter as a PDF for your files: what needs attention, drawings of the family and the roles, assets with totals, and the complete record. Sensitive answers are masked. Each request creates a new file and an entry in the audit log.",
  })
  fileRoute(app, parts, workbook, {
    name: "workbook",
    operationId: "getWorkbook",
    summary: "Get Workbook for Matter",
    description:
      "Returns the matter as an Excel workbook: separate sheets for people, roles, assets, beneficiaries, answers and more, with real dates and numbers. Sensitive answers are masked. Each request creates a new file and an entry in the audit log.",
  })
}

interface FileOperation {
  /** The last segment of its path. */
  name: string
  operationId: string
  summary: string
  description: string
}

function fileRoute(app: App, parts: FileParts, kind: ExportKind, { name, ...words }: FileOperation): void {
  const file = Type.String({ contentMediaType: kind.content_type })
  app.get(
    `/v1/matters/:matter_id/${name}`,
    {
      config: { scope: ["matters:read", "documents:read"], sensitive: true },
      schema: {
        ...words,
        tags: ["Documents"],
        params: MatterParams,
        response: {
          200: { description: "The file.", content: { [kind.content_type]: { schema: file } } },
          ...problems(507),
        },
      },
    },
    async (request, reply) => {
      const { matter_id } = request.params
      const isWanted = request.method !== "HEAD"
      const download = await request.inFirm(async (tx) => {
        const [matter, firm, today] = await Promise.all([
          getMatterRow(tx, matter_id),
          getFirm(tx),
          readFirmDay(tx),
        ])
        const filename = exportFilename(kind, matter.name, today)
        const { content_type } = kind
        if (!isWanted) return { filename, content_type, content: undefined }
        const { content } = await kind.read({ tx, parts, firm }, matter_id, false)
        await recordAudit(tx, "matter_exported", { matter_id, label: `${kind.label}, over the API` })
        return { filename, content_type, content }
      })
      return sendFile(reply, download)
    },
  )
}

import type { Approach, Definition } from "../../definition/definition.ts"
import type { Tx } from "../../platform/db/database.ts"
import { sendPage } from "../../platform/http/pages.ts"
import type { ConsoleParts, PageRequest } from "../page-request.ts"
import type { Sending } from "../view.tsx"
import { draftUrl, openDraft } from "./draft.ts"

/**
 * Shows a definition as clients would see it. The portal does it; it is handed in where the doors are opened, for
 * neither door knows the other.
 */
export type RenderPreview = (
  tx: Tx,
  parts: ConsoleParts,
  request: {
    title: string
    approach: Approach
    definition: Definition
    url: string
    back: string
    section_id?: string
    page: number
    lang: "en" | "es"
  },
) => Promise<{ html: string; nonce: string }>

/** The draft by the portal's own pages: the task list, or one page of the section in the address. */
export function previewPage(render: RenderPreview): (req: PageRequest) => Promise<Sending> {
  return async (req) => {
    const { row, definition } = await openDraft(req)
    const section_id = req.param("section_id") || undefined
    const { page = "0", lang } = req.query
    const { html, nonce } = await render(req.tx, req.parts, {
      ...{ title: row.title, approach: row.approach, definition, section_id },
      url: `${draftUrl(row.id)}/preview`,
      back: section_id ? `${draftUrl(row.id)}/sections/${section_id}` : draftUrl(row.id),
      page: /^\d{1,4}$/.test(page) ? Number(page) : 0,
      lang: lang === "es" ? "es" : "en",
    })
    return { send: (reply) => sendPage(reply, 200, html, nonce) }
  }
}

import type { Approach, Definition } from "../../definition/definition.ts"
import type { Tx } from "../../platform/db/database.ts"
import { type Form, readForm, sendPage } from "../../platform/http/pages.ts"
import type { ConsoleParts, PageRequest } from "../page-request.ts"
import type { Sending } from "../view.tsx"
import { draftUrl, editorUrl, openDraft } from "./draft.ts"

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
    section_id?: string | undefined
    part?: string | undefined
    page?: number | undefined
    lang: "en" | "es"
    persona: string
    answers: string
    form?: Form | undefined
  },
) => Promise<{ html: string; nonce: string }>

/**
 * The draft by the portal's own pages: the task list, or one page of the section in the address. What is answered on
 * them travels in the address: nothing of it is stored.
 */
export function previewPage(render: RenderPreview): (req: PageRequest) => Promise<Sending> {
  return async (req) => {
    const { row, definition } = await openDraft(req)
    const section_id = req.param("section_id") || undefined
    const { page = "", lang, part, as: persona = "", answers = "", filled } = req.query
    // The language is the address's here, and no field of the form.
    const { lang: _, ...form } = readForm(req.url.split("?")[1] ?? "")
    const { html, nonce } = await render(req.tx, req.parts, {
      ...{ title: row.title, approach: row.approach, definition, section_id, part, persona, answers },
      url: `${draftUrl(row.id)}/preview`,
      back: editorUrl(row.id, part ?? section_id),
      page: /^\d{1,4}$/.test(page) ? Number(page) : undefined,
      lang: lang === "es" ? "es" : "en",
      form: filled === undefined ? undefined : form,
    })
    return { send: (reply) => sendPage(reply, 200, html, nonce, { framed: true }) }
  }
}

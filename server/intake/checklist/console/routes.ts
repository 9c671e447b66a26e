import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import type { Console } from "../../../web/console/routing.ts"
import { downloadDocument, previewDocument, sendThumbnail } from "../../documents/console/opening.ts"
import { max_upload_bytes } from "../../documents/content-type.ts"
import { adding } from "./adding.tsx"
import { decideOnFile, saveDueDay } from "./decisions.tsx"
import { documentsPage } from "./page.tsx"
import { removeSet, request, withdraw } from "./requesting.tsx"

const home = "/console/matters/:matter_id/documents"

export function documentPages(console: Console): void {
  console.page(home, documentsPage)
  console.page(`${home}/:document_id`, downloadDocument)
  console.page(`${home}/:document_id/preview`, previewDocument)
  console.page(`${home}/:document_id/thumbnail.jpg`, sendThumbnail)
  console.action(`${home}/:document_id/decision`, decideOnFile)
  console.action(`${home}/due-days`, saveDueDay)
  console.form(`${home}/requests`, { host: home, show: documentsPage, act: request })
  console.action(`${home}/withdrawal`, withdraw)
  console.action(`${home}/sets`, removeSet)
}

export function documentUpload(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_upload_bytes }, (console) => {
    console.form(`${home}/files`, { ...adding, host: home, show: documentsPage })
  })
}

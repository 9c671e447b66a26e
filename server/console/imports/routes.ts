// Matters out of a table of another program. The upload alone takes forms with files.
import fastifyMultipart from "@fastify/multipart"
import { max_import_bytes } from "../../imports/table.ts"
import type { App } from "../../platform/http/app.ts"
import type { ConsoleParts } from "../page-request.ts"
import { type Console, openConsole } from "../routing.ts"
import { actOnImport, importPage } from "./import-page.tsx"
import { home, importsPage } from "./list-page.tsx"
import { newImportPage, receiveTable, saveTable } from "./new-page.tsx"
import { undo, undoPage } from "./undo-page.tsx"

const admin = { admin: true } as const

export function matterImportPages(console: Console): void {
  console.page(home, importsPage, admin)
  console.form(`${home}/:import_id`, { show: importPage, act: actOnImport }, admin)
  console.form(`${home}/:import_id/undoing`, { show: undoPage, act: undo }, admin)
}

export function matterImportUpload(root: App, parts: ConsoleParts): void {
  root.register(async (scope) => {
    // One byte more than is taken, so that what is too large is told by a sentence.
    const limits = { fileSize: max_import_bytes + 1, files: 1, fields: 5, fieldSize: 1_000 }
    await scope.register(fastifyMultipart, { limits, throwFileSizeLimit: false })
    const form = { show: newImportPage, receive: receiveTable, act: saveTable }
    openConsole(scope as App, parts).form(`${home}/new`, form, admin)
  })
}

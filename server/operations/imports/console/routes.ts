// Importing matters from another program's table.

import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import type { Console } from "../../../web/console/routing.ts"
import { max_import_bytes } from "../table/table.ts"
import { actOnImport, newImport, sendReport } from "./forms.tsx"
import { importPage } from "./import-page.tsx"
import { home, importsPage } from "./list-page.tsx"
import { undoing } from "./undoing.tsx"

const admin = { admin: true } as const

export function matterImportPages(console: Console): void {
  console.page(home, importsPage, admin)
  console.form(`${home}/:import_id`, { show: importPage, act: actOnImport }, admin)
  console.page(`${home}/:import_id/report`, sendReport, admin)
  console.form(`${home}/:import_id/undoing`, onPage(`${home}/:import_id`, importPage, undoing), admin)
}

export function matterImportUpload(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_import_bytes }, (console) => {
    console.form(`${home}/new`, newImport, admin)
  })
}

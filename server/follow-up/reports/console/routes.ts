import type { Console } from "../../../web/console/routing.ts"
import { sendReport } from "./download.ts"
import { reportsPage } from "./page.tsx"

export function reportPages(console: Console): void {
  console.page("/console/reports", reportsPage)
  console.page("/console/reports.csv", sendReport)
}

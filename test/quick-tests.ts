import { readFileSync } from "node:fs"
import { findTestFiles } from "./run-tests.ts"

/** Whose tests on a database are worth their time in every check: what a matter is made of, and who may reach it. */
const folderCircles = [
  "access",
  "questionnaires",
  "matters",
  "contacts",
  "roles",
  "assets",
  "answers",
  "documents",
  "submissions",
  "events",
]
/** Hundreds of PDFs. */
const slow = "server/submissions/copy.test.ts"

/**
 * What `npm run check` runs beside types and lint: the architecture, whatever needs no database, and what a matter is
 * made of on the database of the run. No browser, and no program beside it.
 */
export function findQuickTests(): string[] {
  return ["test/architecture.test.ts", ...findTestFiles("server", "demo").filter(isQuick)]
}

function isQuick(file: string): boolean {
  const text = readFileSync(file, "utf8")
  if (file === slow) return false
  if (
    /openServiceAndBrowser|openBrowser|own_database|create(Own|Empty|Demo)Database|\b(spawn|execFile|fork)\b/.test(
      text,
    )
  )
    return false
  return (
    folderCircles.includes(file.split("/")[1] ?? "") ||
    !/openTestService|openSeveralServers|openDatabase|DATABASE_URL/.test(text)
  )
}

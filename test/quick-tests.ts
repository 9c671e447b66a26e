import { readFileSync } from "node:fs"
import { findTestFiles } from "./run-tests.ts"

/** Folders whose database tests run in every check: the parts of a matter, and access to it. */
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
const slow = "server/intake/submissions/copy/copy.test.ts"

/**
 * What `npm run check` runs besides types and lint: the architecture, tests without a database, and the parts of a
 * matter on the run's database. No browser, and no other programs.
 */
export function findQuickTests(): string[] {
  return ["test/architecture.test.ts", ...findTestFiles("server", "sdk", "demo").filter(isQuick)]
}

function isQuick(file: string): boolean {
  const text = readFileSync(file, "utf8")
  if (file === slow) return false
  if (
    /openServiceAndBrowser|openBrowser|own_database|create(Own|Empty|Demo)Database|provideDemo|\b(spawn|execFile|fork)\b/.test(
      text,
    )
  )
    return false
  return (
    folderCircles.includes(file.split("/")[2] ?? "") ||
    !/openTestService|provide(Service|SampleFirm)|openSeveralServers|openDatabase|DATABASE_URL/.test(text)
  )
}

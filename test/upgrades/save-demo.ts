// Saves the demo as this version loads it, for the tests of later versions: bin/dev test/upgrades/save-demo.ts 1.2.3
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadDemo } from "../../demo/load.ts"
import { keyFilePath } from "../../server/platform/secrets/master-keys.ts"
import { backUp } from "../harness/backup-targets.ts"
import { openTestService } from "../harness/service.ts"
import { withTemporaryDatabase } from "../temporary-database.ts"
import { packDemo, readResponses } from "./saved-demo.ts"

const [version = ""] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), "foyer-demo-"))
try {
  await withTemporaryDatabase({}, async () => {
    const service = await openTestService({ database_url: process.env.DATABASE_URL })
    try {
      const { api_token } = await loadDemo(service)
      const responses = await readResponses(service.app, api_token)
      const key = readFileSync(keyFilePath(service.config.data_dir), "utf8")
      await backUp(service, folder, { foyer_version: version, key })
      packDemo(folder, responses, join(import.meta.dirname, `${version}.tar.br`))
    } finally {
      await service.close()
    }
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

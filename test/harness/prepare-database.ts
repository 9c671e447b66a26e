// Runs once per test run, in a separate process: creates the tables in DATABASE_URL and bundles the browser assets,
// which the first test files of a fresh clone would otherwise each do.
import { prepareDatabase } from "../../server/service.ts"
import { openAssets } from "../../server/web/ui/assets.ts"

await openAssets()
await prepareDatabase({ connectionString: process.env.DATABASE_URL })

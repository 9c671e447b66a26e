// Once for a run of the tests, in a process that ends with it: the database in DATABASE_URL gets its tables, and what
// browsers load is bundled, which else the first files of a fresh clone would each do for themselves.
import { prepareDatabase } from "../../server/service.ts"
import { openAssets } from "../../server/ui/assets.ts"

await openAssets()
await prepareDatabase({ connectionString: process.env.DATABASE_URL })

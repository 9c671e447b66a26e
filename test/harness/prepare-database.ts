// Once for a run of the tests, in a process that ends with it: the database in DATABASE_URL gets its tables.
import { prepareDatabase } from "../../server/service.ts"

await prepareDatabase({ connectionString: process.env.DATABASE_URL })

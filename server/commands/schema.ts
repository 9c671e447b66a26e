import { Command } from "commander"
import { describeSchema } from "../platform/db/schema/schema-page.ts"
import { withNewCore } from "./with-core.ts"

export const schemaCommand = new Command("schema")
  .description("Print the reference of the database tables, docs/schema.md.")
  .action(() =>
    withNewCore(async ({ db }) => void process.stdout.write(await db.forPlatform(describeSchema))),
  )

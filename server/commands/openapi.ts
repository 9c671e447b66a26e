import { Command } from "commander"
import { createApp } from "../app.ts"
import { printDocument } from "../sites/reference/routes.ts"
import { withNewCore } from "./with-core.ts"

export const openapiCommand = new Command("openapi")
  .description("Print the API's OpenAPI document, docs/api/openapi.json.")
  .action(() =>
    withNewCore(async (core) => {
      const app = await createApp(core)
      await app.ready()
      process.stdout.write(printDocument(app))
      await app.close()
    }),
  )

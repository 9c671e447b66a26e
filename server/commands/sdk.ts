import { Command } from "commander"
import { createApp } from "../app.ts"
import { readVersion } from "../platform/version.ts"
import { packClient } from "../sites/sdk/package.ts"
import { withNewCore } from "./with-core.ts"

export const sdkCommand = new Command("sdk")
  .description("Print the client package for TypeScript, the file at /sdk/foyer.tgz.")
  .action(() =>
    withNewCore(async (core) => {
      const app = await createApp(core)
      await app.ready()
      process.stdout.write(await packClient(app.swagger(), core.assets, await readVersion()))
      await app.close()
    }),
  )

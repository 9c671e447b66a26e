import { Command } from "commander"
import { checkUpgrade } from "../operations/system/upgrade.ts"
import { compareMigrations } from "../platform/db/schema/migrate.ts"
import { withDatabase } from "../platform/installation/state.ts"
import { migrations } from "../prepare-database.ts"
import { report } from "./report.ts"
import { withCore } from "./with-core.ts"

export const upgradeCheckCommand = new Command("upgrade-check")
  .description("Say what starting this version would do to the installation, changing nothing.")
  .addHelpText(
    "after",
    `
Exit code: 0 if you can upgrade now; 1 if something should be done first (warning); 2 if this version would not start
(BROKEN).`,
  )
  .action(() =>
    withCore(
      async (core) => {
        const way = { connection: core.connection, setting: "DATABASE_URL" }
        const state = await withDatabase(way, (client) => compareMigrations(client, migrations))
        for (const finding of await checkUpgrade(core, state)) report(finding)
      },
      undefined,
      "any",
    ),
  )

import { Command } from "commander"
import { moveFirm, type Step } from "../firms/moving/moving.ts"
import { countText } from "../system/words.ts"
import { withCore } from "./with-core.ts"

export const firmMoveCommand = new Command("move")
  .description(
    "Move a firm to another database server while it stays in use. Its requests get 503 for a few seconds at the end. Run it again to finish an interrupted move.",
  )
  .argument("<firm_id>", "see `foyer firm list`")
  .argument("<server>", "a name in FOYER_MORE_DATABASES, or first")
  .action((firm_id: string, to: string) =>
    withCore(async ({ config, servers }) => {
      const { rows, suspended_ms } = await moveFirm({
        servers,
        firm_id,
        to,
        administrators: config.admin_databases,
        onStep: (step) => {
          if (words[step]) console.error(words[step])
        },
      })
      console.log(
        rows === 0
          ? `${firm_id} was already on ${to}; its leftover data on the previous server has been removed.`
          : `${firm_id} is now on ${to}: ${countText(rows, "row")}, identical on both servers. It was unavailable for ${(suspended_ms / 1000).toFixed(1)} s. Back up both servers now: older backups contain it on its previous server.`,
      )
    }),
  )

const words: Partial<Record<Step, string>> = {
  copied: "Copied. Replicating changes.",
  compared: "All rows compared.",
  suspended: "The firm is suspended for the switch.",
  same: "Both servers have the same data.",
  changed: "The firm is in use on the new server.",
}

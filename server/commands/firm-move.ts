import { Command } from "commander"
import { moveFirm, type Step } from "../firms/moving/moving.ts"
import { countText } from "../system/words.ts"
import { withCore } from "./with-core.ts"

export const firmMoveCommand = new Command("move")
  .description(
    "Move a firm to another server while it works; its requests get 503 for the moment of the change. One that was cut off is taken up by the next.",
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
          ? `${firm_id} was at ${to} already; what was left where it had been is removed.`
          : `${firm_id} is at ${to}: ${countText(rows, "row")}, the same on both servers. It stood still for ${(suspended_ms / 1000).toFixed(1)} s. Back up both servers now: older backups hold it where it was.`,
      )
    }),
  )

const words: Partial<Record<Step, string>> = {
  copied: "Copied; from here on it follows.",
  compared: "All of it was compared.",
  suspended: "The firm stands still.",
  same: "Both servers hold the same.",
  changed: "The firm works at the other server.",
}

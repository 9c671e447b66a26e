import { Command } from "commander"
import { listen } from "../../sdk/typescript/listen.ts"

/** The client package's own program, which reads its words itself and needs neither database nor settings. */
export const listenCommand = new Command("listen")
  .description("Post the events of any installation to a program on this machine, as webhooks.")
  .argument("[options...]", "see `foyer listen --help`")
  .helpOption(false)
  .allowUnknownOption()
  .action(async (words: string[]) => {
    process.exitCode = await listen(words, process.env)
  })

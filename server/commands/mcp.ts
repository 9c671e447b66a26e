import { Command } from "commander"
import { bridgeMcp } from "../../sdk/typescript/mcp.ts"

/** The client package's own program, which reads its words itself and needs neither database nor settings. */
export const mcpCommand = new Command("mcp")
  .description(
    "Offer an installation’s API to an AI assistant over standard input and output (Model Context Protocol).",
  )
  .argument("[options...]", "see `foyer mcp --help`")
  .helpOption(false)
  .allowUnknownOption()
  .action(async (words: string[]) => {
    process.exitCode = await bridgeMcp(words, process.env)
  })

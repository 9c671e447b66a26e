import { Command } from "commander"
import { readVersion } from "../operations/system/version.ts"

export const mcpCommand = new Command("mcp")
  .description(
    "Offer an installation’s API to an AI assistant over standard input and output (Model Context Protocol). Needs no database.",
  )
  .requiredOption("--url <url>", "the installation’s address", process.env.FOYER_URL)
  .requiredOption("--key <key>", "an API key; better given as FOYER_KEY", process.env.FOYER_KEY)
  .action(async ({ url, key }: { url: string; key: string }) => {
    const { bridgeStdio } = await import("../web/mcp/stdio.ts")
    bridgeStdio({ url, key, version: await readVersion() })
  })

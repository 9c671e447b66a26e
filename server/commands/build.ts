import { Command } from "commander"
import { openAssets } from "../web/ui/assets.ts"

export const buildCommand = new Command("build")
  .description("Prepare everything in the program's folder, for a server that may not write there.")
  .action(async () => {
    // Starting this command has installed the packages and bundled the program.
    await openAssets()
    console.log("Foyer is built. A server can run it without writing to its folder.")
  })

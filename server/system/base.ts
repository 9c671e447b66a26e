import { readFile } from "node:fs/promises"
import type { Asked, Finding } from "./checks.ts"

export async function checkBase({ parts: { config } }: Asked): Promise<Finding[]> {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string
  }
  const hasAddress = config.environment !== "production" || config.base_url?.startsWith("https://") === true
  return [
    { topic: "Foyer", well: true, sentence: `Version ${version}` },
    { topic: "Node", well: true, sentence: `Version ${process.versions.node}` },
    {
      topic: "Address",
      well: hasAddress,
      sentence: hasAddress
        ? `Links begin with ${config.base_url ?? `http://${config.host}:${config.port}`}`
        : "Set FOYER_BASE_URL to the https address clients use",
    },
  ]
}

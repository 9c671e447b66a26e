import { readFile } from "node:fs/promises"
import { type CheckInput, type Finding, todoUnless } from "./finding.ts"

/** Returns the version of this program, such as `0.1.0`. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8")
  return (JSON.parse(text) as { version: string }).version
}

export async function checkBase({ parts: { config } }: CheckInput): Promise<Finding[]> {
  const hasAddress = config.environment !== "production" || config.base_url?.startsWith("https://") === true
  return [
    { topic: "Foyer", ok: true, sentence: `Version ${await readVersion()}` },
    { topic: "Node", ok: true, sentence: `Version ${process.versions.node}` },
    {
      topic: "Address",
      ...todoUnless(hasAddress),
      sentence: hasAddress
        ? `Links begin with ${config.base_url ?? `http://${config.host}:${config.port}`}`
        : "Set FOYER_BASE_URL to the https address clients use",
    },
  ]
}

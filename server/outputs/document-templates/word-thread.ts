// The thread of word-work.ts. It loads what Node's own TypeScript support can run, so nothing with parameter properties.
import { parentPort, workerData } from "node:worker_threads"
import { unpack } from "./archive.ts"
import { checkContent } from "./content-check.ts"
import { fillParts } from "./fill-template.ts"
import { findTagFaults } from "./template-check.ts"
import { TemplateRefused } from "./template-refused.ts"
import { paragraphsOf } from "./word-file.ts"
import type { WordMessage, WordTask } from "./word-work.ts"

async function run({ file, task }: { file: Uint8Array; task: WordTask }): Promise<WordMessage> {
  try {
    const parts = await unpack(Buffer.from(file.buffer))
    if (task.kind === "read") return { paragraphs: await paragraphsOf(parts) }
    await checkContent(parts)
    if (task.kind === "check") return { faults: await findTagFaults(parts, task.fields) }
    return { filled: await fillParts(parts, task.values) }
  } catch (error) {
    if (error instanceof TemplateRefused) return { faults: [error.message] }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.postMessage(await run(workerData))

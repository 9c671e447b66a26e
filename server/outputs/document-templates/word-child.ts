// The child process of word-work.ts.
import { answerParent } from "../../platform/files/foreign/child.ts"
import { unpack } from "./archive.ts"
import { checkContent } from "./content-check.ts"
import { fillParts } from "./fill-template.ts"
import { findTagFaults } from "./template-check.ts"
import { TemplateRefused } from "./template-refused.ts"
import { paragraphsOf } from "./word-file.ts"
import type { WordMessage, WordTask } from "./word-work.ts"

answerParent(async ({ file, task }: { file: Uint8Array; task: WordTask }): Promise<WordMessage> => {
  try {
    const parts = await unpack(Buffer.from(file))
    if (task.kind === "read") return { paragraphs: await paragraphsOf(parts) }
    await checkContent(parts)
    if (task.kind === "check") return { faults: await findTagFaults(parts, task.fields) }
    return { filled: await fillParts(parts, task.values) }
  } catch (error) {
    if (error instanceof TemplateRefused) return { faults: [error.message] }
    throw error
  }
})

// A whole matter as it is now, as the interface answers it, and each answer in words. Sensitive answers are masked
// unless somebody who may asks for them; then the caller records their reading.
import { listWithSensitivity } from "../answers/listing.ts"
import type { Answer } from "../answers/schema.ts"
import { questionsOf } from "../definition/parts.ts"
import { displayValue } from "../definition/values.ts"
import { definitionOf } from "../matters/definition.ts"
import type { Tx } from "../platform/db/database.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { readLive, type Snapshot } from "./snapshot.ts"

export interface MatterInWords {
  /** By part, each as the interface answers it; a masked answer's value is what people are shown of it. */
  parts: Snapshot
  /** Each answer in words, by its id. */
  words: Record<string, string>
  /** Ids of the sensitive answers that are in clear here. */
  revealed: string[]
}

/** Reads all of a matter; `reveal` puts sensitive answers in clear. Throws "not found". */
export async function readMatterInWords(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  { reveal }: { reveal: boolean },
): Promise<MatterInWords> {
  const [live, listed, { definition }] = await Promise.all([
    readLive(tx, ring, matter_id),
    listWithSensitivity(tx, ring, matter_id),
    definitionOf(tx, matter_id),
  ])
  const questions = new Map(questionsOf(definition).map((question) => [question.id, question]))
  const names = Object.fromEntries(live.contacts.map(({ id, full_name }) => [id, full_name]))
  const answers: Answer[] = []
  const words: Record<string, string> = {}
  for (const { sensitive, ...answer } of listed) {
    const question = questions.get(answer.question)
    const isMasked = sensitive && !reveal
    answers.push(isMasked ? { ...answer, value: answer.display_value } : answer)
    words[answer.id] =
      isMasked || !question ? answer.display_value : displayValue(question, answer.value, "en", names)
  }
  return {
    parts: { ...live, answers },
    words,
    revealed: reveal ? listed.filter(({ sensitive }) => sensitive).map(({ id }) => id) : [],
  }
}

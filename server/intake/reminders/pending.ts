import type { Language } from "../../definition/text.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { listChecklist } from "../checklist/checklist.ts"
import { type CorrectionSubject, listOpenSubjects } from "../corrections/corrections.ts"
import { loadMatter } from "../submissions/loaded-matter.ts"
import { readReadiness } from "../submissions/missing/missing.ts"
import type { Missing } from "../submissions/missing/missing-answer.ts"
import type { OpenItemReader } from "../submissions/missing/open-item-words.ts"
import { openItemsInWords } from "../submissions/missing/open-items.ts"
import { documentLines } from "./documents.ts"
import { missingLines, subjectLines } from "./words.ts"

export interface Pending {
  /** Open corrections other than of files. */
  subjects: CorrectionSubject[]
  missing: Missing[]
  /** A line for each section with missing items. */
  missing_lines: string[]
  /** A line for each of `subjects`, as far as they are named. */
  subject_lines: string[]
  /** Signatures and documents that may come later, or are to be sent again; none before the client begins. */
  open_lines: string[]
}

/** What a reminder can name, as far as the transaction sees it. */
export async function readPending(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  of: { language: Language; is_begun: boolean; reader: OpenItemReader },
): Promise<Pending> {
  const { language, is_begun, reader } = of
  const loaded = loadMatter(tx, ring, matter_id)
  const [{ definition }, { completed_at }, all, { missing, open }, listed] = await Promise.all([
    loaded.visibility(),
    loaded.row(),
    listOpenSubjects(tx, matter_id),
    readReadiness(loaded, language),
    listChecklist(tx, matter_id, { visibility: loaded.visibility(), states: loaded.requestStates() }),
  ])
  // A completed matter takes only what it was promised, and what staff have requested besides.
  const documents = listed.filter(
    ({ state, is_added }) => completed_at === null || state === "bring" || is_added,
  )
  const subjects = all.filter(({ kind }) => kind !== "document")
  // An email names no one but its recipient.
  const signatures = open.flatMap((item) => (item.kind === "signature" ? { ...item, person: "" } : []))
  return {
    ...{ subjects, missing },
    missing_lines: missingLines(definition, missing, { language, is_begun, documents }),
    subject_lines: subjectLines(definition, subjects, language),
    open_lines: is_begun
      ? [...documentLines(documents, missing, of), ...openItemsInWords(signatures, language, reader)]
      : [],
  }
}

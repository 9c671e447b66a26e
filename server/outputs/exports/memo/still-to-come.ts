import { textIn } from "../../../definition/text.ts"
import type { CopyRow } from "../../../intake/submissions/copy/copy-shape.ts"
import type { LoadedMatter } from "../../../intake/submissions/loaded-matter.ts"
import { readReadiness } from "../../../intake/submissions/missing/missing.ts"
import { listUnavailable, openItemsInWords } from "../../../intake/submissions/missing/open-items.ts"

/** Signatures and documents still to come, and documents that the client does not have. Throws "not found". */
export async function stillToComeRows(loaded: LoadedMatter): Promise<CopyRow[]> {
  const [{ open }, unavailable] = await Promise.all([readReadiness(loaded), listUnavailable(loaded)])
  return [
    ...open.map((item) => ({
      label: { signature: "Signature", document: "Document" }[item.kind],
      value: openItemsInWords([item], "en", "firm").join(),
    })),
    ...unavailable.map(({ label }) => ({
      label: "Document",
      value: `“${textIn(label, "en")}”: the client does not have it`,
    })),
  ]
}

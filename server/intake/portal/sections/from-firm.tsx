import type { Section } from "../../../definition/definition.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import type { PageRequest } from "../page-request.ts"

/** Says that the firm entered what the page holds, until its part has been checked; null if it did not. */
export async function fromFirmNotice(
  { matter, loaded, may_edit, words, firm }: PageRequest,
  { id, kind }: Section,
) {
  if (!matter.prefilled_at || !may_edit || kind === "questions" || kind === "documents") return null
  if ((await loaded.reviewed()).has(id)) return null
  return <Notice>{words.questions.page_from_firm(firm.name)}</Notice>
}

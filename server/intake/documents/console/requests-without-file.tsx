import type { Names } from "../../../definition/people/names.ts"
import { textIn } from "../../../definition/text.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { SummaryList } from "../../../web/ui/components/summary-list.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { requestTag } from "../../submissions/console/review/document-lines.tsx"
import type { RequestAnswer } from "../../submissions/missing/open-items.ts"

/** Requested documents that are not there, and what the client said about each. */
export function RequestsWithoutFile(props: { answers: readonly RequestAnswer[]; names: Names }) {
  const { answers, names } = props
  const rows = answers.flatMap(({ id, label, required, sender, state }) => {
    if (state === "file") return []
    const { text, tone } = requestTag(state, required)
    const name = textIn(label, "en")
    return {
      id: `${id} ${sender}`,
      key: sender ? `${name} (${names[sender]})` : name,
      value: <Tag tone={tone}>{text}</Tag>,
    }
  })
  if (rows.length === 0) return null
  return (
    <Card title={`Requested, not there: ${rows.length}`} flush>
      <SummaryList rows={rows} />
    </Card>
  )
}

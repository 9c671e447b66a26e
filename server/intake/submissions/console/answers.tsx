import type { Names } from "../../../definition/people/names.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { SummaryList } from "../../../web/ui/components/summary-list.tsx"
import type { Answer } from "../../answers/schema.ts"

interface AnswersProps {
  answers: readonly Answer[]
  names: Names
}

/** Answers of a submission to the firm's own questions, one card for each section and person. */
export function Answers({ answers, names }: AnswersProps) {
  if (answers.length === 0) {
    return (
      <EmptyState title="No answers" icon="edit">
        No questions were answered when this was submitted.
      </EmptyState>
    )
  }
  const sections = Map.groupBy(answers, ({ section }) => section)
  return (
    <>
      {[...sections].flatMap(([section, inSection]) =>
        [...Map.groupBy(inSection, ({ about }) => about)].map(([about, own]) => (
          <Card
            title={
              <>
                {section}
                {about && <span class="cell-note cell-line">{names[about]}</span>}
              </>
            }
            level={3}
            flush
            key={`${section}-${about}`}
          >
            <SummaryList
              rows={own.map(({ id, prompt, display_value }) => ({
                id,
                key: prompt,
                value: <span class="long-text">{display_value}</span>,
              }))}
            />
          </Card>
        )),
      )}
    </>
  )
}

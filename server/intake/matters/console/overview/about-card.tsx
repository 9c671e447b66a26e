import type { MatterDetails } from "../../../../web/console/matter/details.ts"
import { Day } from "../../../../web/console/times.tsx"
import { Card, SummaryList } from "../../../../web/ui/components/card.tsx"
import type { AdmittedPerson } from "../../parties/access-list.ts"

/** What the head of the matter does not say. */
export function AboutCard({
  matter,
  admitted,
}: {
  matter: MatterDetails
  admitted: readonly AdmittedPerson[]
}) {
  const context = Object.entries(matter.context ?? {})
  return (
    <Card title="About the matter" flush>
      <SummaryList
        rows={[
          { key: "Questionnaire", value: `${matter.title}, version ${matter.questionnaire_version}` },
          { key: "Opened", value: <Day day={matter.open_date} /> },
          ...(matter.close_date ? [{ key: "Closed", value: <Day day={matter.close_date} /> }] : []),
          {
            key: "Who may see it",
            value: admitted.map(({ name }) => name).join(", ") || "Everyone at the firm",
          },
          { key: "Client may edit", value: matter.client_may_edit ? "Yes" : "No" },
          ...context.map(([key, value]) => ({ key, value: String(value) })),
          { key: "ID", value: <code class="id-text">{matter.id}</code> },
        ]}
      />
    </Card>
  )
}

import type { retentionRows } from "../../../../operations/deletions/console/retention-rows.ts"
import type { MatterDetails } from "../../../../web/console/matter/frame.tsx"
import { dayText } from "../../../../web/console/times.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { SummaryList } from "../../../../web/ui/components/summary-list.tsx"
import type { Filing } from "../../filing/filing.ts"
import type { AdmittedPerson } from "../../parties/access-list.ts"

/** How the firm files the matter, who works on it, and what may be done with it. */
export function AboutCard(props: {
  matter: MatterDetails
  assignee: string | undefined
  filing: Filing
  admitted: readonly AdmittedPerson[]
  mayRestrict: boolean
  retention: ReturnType<typeof retentionRows>
}) {
  const { matter, assignee, filing, retention, admitted, mayRestrict } = props
  const home = `/console/matters/${matter.id}`
  const context = Object.entries(matter.context ?? {})
  const { file_number, due_on, tags } = filing
  const filedAs = [file_number, due_on && `due ${dayText(due_on)}`, ...tags].filter(Boolean)
  return (
    <Card title="About the matter" flush>
      <SummaryList
        rows={[
          { key: "Name", value: matter.name, actions: [{ href: `${home}/name`, text: "Rename" }] },
          {
            key: "Assignee",
            value: assignee ?? "None",
            actions: [{ href: `${home}/assignment`, text: assignee ? "Change" : "Assign" }],
          },
          {
            key: "Who may see it",
            value: admitted.map(({ name }) => name).join(", ") || "Everyone at the firm",
            actions: mayRestrict
              ? [
                  {
                    href: `${home}/access`,
                    text: admitted.length > 0 ? "Change" : "Restrict",
                    about: "who may see it",
                  },
                ]
              : [],
          },
          {
            key: "Filed under",
            value: filedAs.length > 0 ? filedAs.join(", ") : "No file number, due date or tags",
            actions: [{ href: `${home}/filing`, text: "Change", about: "file number, due date and tags" }],
          },
          { key: "Questionnaire", value: `${matter.title}, version ${matter.questionnaire_version}` },
          {
            key: "Client may edit",
            value: matter.client_may_edit ? "Yes" : "No",
            // The page heading reopens a completed matter.
            actions:
              matter.state === "closed" || matter.state === "completed" || matter.client_may_edit
                ? []
                : [{ href: `${home}/client-editing`, text: "Reopen for the client" }],
          },
          ...context.map(([key, value]) => ({ key, value: String(value) })),
          { key: "ID", value: <code class="id-text">{matter.id}</code> },
          ...(matter.state === "closed"
            ? []
            : [
                {
                  key: "Closing",
                  value: "Takes the matter off the list of open matters. Nothing is deleted.",
                  actions: [{ href: `${home}/closing`, text: "Close this matter" }],
                },
              ]),
          ...retention,
        ]}
      />
    </Card>
  )
}

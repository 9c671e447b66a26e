import type { MatterOverview } from "../../../matters/list.ts"
import { DataTable } from "../../../ui/components/data-table.tsx"
import type { PageRequest } from "../../page-request.ts"
import { shortDayText, When } from "../../times.tsx"
import { StatusTag, statusOf, UnheardTag } from "../status/status.tsx"
import { type ListFacts, no_flags } from "./facts.ts"
import { RowBox } from "./selection.tsx"

/** A page of matters, each with how far it has come. */
export function MatterTable(props: {
  rows: readonly MatterOverview[]
  facts: Map<string, ListFacts>
  /** Ids of those that clients changed without anybody having acknowledged it. */
  unseen: ReadonlySet<string>
  req: PageRequest
}) {
  return (
    <DataTable
      caption="Matters, newest first"
      columns={[
        { key: "box", label: "Choose", hideLabel: true, narrow: true },
        { key: "name", label: "Matter", primary: true },
        { key: "kind", label: "Questionnaire" },
        { key: "status", label: "Status", narrow: true },
        { key: "progress", label: "Progress", align: "end" },
        { key: "assignee", label: "Assigned to" },
        { key: "opened", label: "Opened" },
        { key: "activity", label: "Last activity" },
      ]}
      rows={props.rows.map((row) => {
        const facts = props.facts.get(row.id) ?? noFacts
        return {
          id: row.id,
          muted: row.state === "closed",
          cells: {
            box: <RowBox id={row.id} name={row.name} />,
            name: <a href={`/console/matters/${row.id}`}>{row.name}</a>,
            kind: row.quest_internal_type,
            status: (
              <>
                <StatusTag {...statusOf({ ...row, ...facts })} />
                {facts.is_unheard && <UnheardTag />}
                {facts.has_failed_mail && row.state !== "created" && (
                  <span class="cell-note cell-line">An email was not delivered</span>
                )}
                {props.unseen.has(row.id) && <span class="cell-note cell-line">Changes not seen</span>}
              </>
            ),
            progress: <Progress facts={facts} />,
            assignee: row.assignee_name,
            opened: <time datetime={row.open_date}>{shortDayText(row.open_date, props.req)}</time>,
            activity: <When at={row.last_activity_at} req={props.req} />,
          },
        }
      })}
    />
  )
}

const noFacts: ListFacts = { ...no_flags, progress: null, sections: null }

/** How much of what is required was given and, while the client is at it, how many sections are found right. */
function Progress({ facts: { progress, sections } }: { facts: ListFacts }) {
  return (
    <>
      {progress !== null && `${progress}%`}
      {sections && (
        <span class="cell-note progress-note">
          {sections.checked} of {sections.of} sections checked
        </span>
      )}
    </>
  )
}

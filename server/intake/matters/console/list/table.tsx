import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText, todayOf, When } from "../../../../web/console/times.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { type Column, DataTable } from "../../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { MatterOverview } from "../../list/list.ts"
import type { SortKey } from "../../list/order.ts"
import { RestrictedTag, StatusTag, statusOf, UnnotifiedTag } from "../status/status.tsx"
import { type ColumnKey, columnLabels, type ListLayout } from "./columns.tsx"
import { type ListFacts, no_flags } from "./facts.ts"
import { type ListQuery, listUrl } from "./filters.ts"
import { RowCheckbox } from "./selection.tsx"

/** One page of matters, each with its status and progress. */
export function MatterTable(props: {
  rows: readonly MatterOverview[]
  facts: Map<string, ListFacts>
  /** Ids of matters with client changes that no one has acknowledged. */
  unseen: ReadonlySet<string>
  query: ListQuery
  layout: ListLayout
  req: PageRequest
}) {
  const { query, layout, req } = props
  const today = todayOf(req)
  const mayChange = isAtLeast(req.staff.role, "member")
  return (
    <DataTable
      caption="Matters"
      compact={layout.is_compact}
      flowing
      columns={[
        ...(mayChange ? [{ key: "box", label: "Select", hideLabel: true, narrow: true }] : []),
        { key: "name", label: "Matter", primary: true, sort: sortOf(query, "name") },
        ...layout.columns.map(
          (key): Column => ({ key, label: columnLabels[key], ...columnOptions(query)[key] }),
        ),
      ]}
      rows={props.rows.map((row) => {
        const facts = props.facts.get(row.id) ?? no_facts
        return {
          id: row.id,
          muted: row.state === "closed",
          cells: {
            box: mayChange && <RowCheckbox id={row.id} name={row.name} />,
            name: (
              <>
                <a
                  class="clamped"
                  href={`/console/matters/${row.id}`}
                  title={row.name.length > 60 ? row.name : undefined}
                >
                  {row.name}
                </a>{" "}
                {row.is_restricted && <RestrictedTag />}
              </>
            ),
            file_number: row.file_number,
            tags: row.tags.length > 0 && (
              <span class="row-tags">
                {row.tags.map((tag) => (
                  <Tag key={tag}>{tag}</Tag>
                ))}
              </span>
            ),
            due: row.due_on && (
              <>
                <time datetime={row.due_on}>{shortDayText(row.due_on, req)}</time>
                {row.due_on < today && !["completed", "closed"].includes(row.state) && (
                  <span class="cell-note cell-line">Overdue</span>
                )}
              </>
            ),
            kind: row.quest_internal_type,
            status: (
              <>
                <StatusTag {...statusOf({ ...row, ...facts })} />
                {facts.is_unnotified && <UnnotifiedTag />}
                {facts.has_failed_mail && row.state !== "created" && (
                  <span class="cell-note cell-line">An email was not delivered</span>
                )}
                {facts.waiting_for && (
                  <span class="cell-note cell-line">Waiting for: {facts.waiting_for}</span>
                )}
                {props.unseen.has(row.id) && <span class="cell-note cell-line">Changes not seen</span>}
              </>
            ),
            progress: <Progress facts={facts} />,
            assignee: row.assignee_name ? (
              <span class="cell-person">{row.assignee_name}</span>
            ) : (
              mayChange && <AssignToMe row={row} req={req} />
            ),
            opened: <time datetime={row.open_date}>{shortDayText(row.open_date, props.req)}</time>,
            activity: <When at={row.last_activity_at} req={props.req} />,
          },
        }
      })}
    />
  )
}

const no_facts: ListFacts = { ...no_flags, progress: null, sections: null, waiting_for: undefined }

export const assignForm = "assign-in-place"

/** Assigns an unassigned matter without leaving the list. Its form is outside the selection form: forms cannot nest. */
function AssignToMe({ row, req }: { row: MatterOverview; req: PageRequest }) {
  return (
    <Button
      small
      variant="quiet"
      name="assignee_id"
      value={req.staff.user_id}
      formaction={`/console/matters/${row.id}/assignee`}
      attributes={{ form: assignForm }}
    >
      Assign to me<span class="visually-hidden"> {row.name}</span>
    </Button>
  )
}

/** A click on a column heading sorts by it; another click reverses the order. Dates of activity start with the latest. */
function sortOf(query: ListQuery, key: SortKey): Column["sort"] {
  const { by, descending } = query.order
  const isDescendingFirst = key === "opened" || key === "activity"
  const isDescending = by === key ? !descending : isDescendingFirst
  const sort = key === "opened" && isDescending ? undefined : `${isDescending ? "-" : ""}${key}`
  const { sort: _, ...typed } = query.typed
  return {
    href: listUrl({ ...query, typed: sort ? { ...typed, sort } : typed }, 1),
    ...(by === key && { direction: descending ? "descending" : "ascending" }),
  }
}

function columnOptions(query: ListQuery): Partial<Record<ColumnKey, Partial<Column>>> {
  return {
    status: { narrow: true },
    progress: { align: "end" },
    due: { sort: sortOf(query, "due") },
    opened: { sort: sortOf(query, "opened") },
    activity: { sort: sortOf(query, "activity") },
  }
}

/** The percentage of required items given and, while the client fills it in, the number of checked sections. */
function Progress({ facts: { progress, sections } }: { facts: ListFacts }) {
  return (
    <span class="progress-line">
      {progress !== null && `${progress}%`}
      {sections && (
        <span class="cell-note">
          {progress !== null && ", "}
          {sections.checked} of {sections.of}
          <span class="visually-hidden"> sections checked</span>
        </span>
      )}
    </span>
  )
}

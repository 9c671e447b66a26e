// The columns of the list that members choose from, in order: each one's label and cell. The name always shows.
import type { ComponentChildren } from "preact"
import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText, todayOf, When } from "../../../../web/console/times.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import type { Column } from "../../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { MatterOverview } from "../../list/list.ts"
import type { SortKey } from "../../list/order.ts"
import { StatusTag, statusOf, UnnotifiedTag } from "../status/status.tsx"
import type { ListFacts } from "./facts.ts"

/** A matter as the list shows it. */
export interface ListedMatter extends MatterOverview {
  facts: ListFacts
  /** The client changed something that no one has acknowledged. */
  is_unseen: boolean
}

export interface MatterColumn extends Pick<Column<ListedMatter>, "label" | "narrow" | "align"> {
  /** Its name where members' choices are stored. */
  key: string
  /** Shows until the member chooses their own columns. */
  by_default?: boolean
  sort?: SortKey
  cell: (matter: ListedMatter, req: PageRequest) => ComponentChildren
}

export const matterColumns: readonly MatterColumn[] = [
  { key: "kind", label: "Questionnaire", by_default: true, cell: (matter) => matter.quest_internal_type },
  {
    key: "status",
    label: "Status",
    by_default: true,
    narrow: true,
    cell: (matter) => <Status matter={matter} />,
  },
  {
    key: "progress",
    label: "Progress",
    by_default: true,
    align: "end",
    cell: ({ facts }) => <Progress facts={facts} />,
  },
  {
    key: "assignee",
    label: "Assigned to",
    by_default: true,
    cell: (matter, req) =>
      matter.assignee_name ? (
        <span class="cell-person">{matter.assignee_name}</span>
      ) : (
        isAtLeast(req.staff.role, "member") && <AssignToMe matter={matter} req={req} />
      ),
  },
  { key: "file_number", label: "File number", cell: ({ file_number }) => file_number },
  {
    key: "tags",
    label: "Tags",
    cell: ({ tags }) =>
      tags.length > 0 && (
        <span class="row-tags">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      ),
  },
  {
    key: "due",
    label: "Due",
    sort: "due",
    cell: ({ due_on, state }, req) =>
      due_on && (
        <>
          <time datetime={due_on}>{shortDayText(due_on, req)}</time>
          {due_on < todayOf(req) && !["completed", "closed"].includes(state) && (
            <span class="cell-note cell-line">Overdue</span>
          )}
        </>
      ),
  },
  {
    key: "opened",
    label: "Opened",
    by_default: true,
    sort: "opened",
    cell: ({ open_date }, req) => <time datetime={open_date}>{shortDayText(open_date, req)}</time>,
  },
  {
    key: "activity",
    label: "Last activity",
    by_default: true,
    sort: "activity",
    cell: ({ last_activity_at }, req) => <When at={last_activity_at} req={req} />,
  },
]

function Status({ matter: { facts, is_unseen, ...matter } }: { matter: ListedMatter }) {
  return (
    <>
      <StatusTag {...statusOf({ ...matter, ...facts })} />
      {facts.is_unnotified && <UnnotifiedTag />}
      {facts.has_failed_mail && matter.state !== "created" && (
        <span class="cell-note cell-line">An email was not delivered</span>
      )}
      {facts.waiting_for && <span class="cell-note cell-line">Waiting for: {facts.waiting_for}</span>}
      {is_unseen && <span class="cell-note cell-line">Changes not seen</span>}
    </>
  )
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

export const assignForm = "assign-in-place"

/** Assigns an unassigned matter without leaving the list. Its form is outside the selection form: forms cannot nest. */
function AssignToMe({ matter, req }: { matter: ListedMatter; req: PageRequest }) {
  return (
    <Button
      small
      variant="quiet"
      name="assignee_id"
      value={req.staff.user_id}
      formaction={`/console/matters/${matter.id}/assignee`}
      attributes={{ form: assignForm }}
    >
      Assign to me<span class="visually-hidden"> {matter.name}</span>
    </Button>
  )
}

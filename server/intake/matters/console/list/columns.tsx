// The columns of the list that members choose from, in order: each one's label and cell. The name always shows.
import type { ComponentChildren } from "preact"
import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText, todayOf, When } from "../../../../web/console/times.tsx"
import { Menu } from "../../../../web/ui/components/button.tsx"
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

export const listedColumns: readonly MatterColumn[] = [
  { key: "kind", label: "Questionnaire", by_default: true, cell: (matter) => matter.quest_internal_type },
  {
    key: "status",
    label: "Status",
    by_default: true,
    narrow: true,
    cell: (matter, req) => <Status matter={matter} req={req} />,
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
    cell: ({ id, assignee_name }, req) => (
      <ValueMenu of="assignee" about="Assigned to" id={id} req={req}>
        {assignee_name && <span class="cell-person">{assignee_name}</span>}
      </ValueMenu>
    ),
  },
  {
    key: "file_number",
    label: "File number",
    cell: ({ id, file_number }, req) => (
      <ValueMenu of="filing" in_column="number" about="File number" id={id} req={req}>
        {file_number}
      </ValueMenu>
    ),
  },
  {
    key: "tags",
    label: "Tags",
    cell: ({ id, tags }, req) => (
      <ValueMenu of="filing" about="Tags" id={id} req={req}>
        {tags.length > 0 && (
          <span class="row-tags">
            {tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
        )}
      </ValueMenu>
    ),
  },
  {
    key: "due",
    label: "Due",
    sort: "due",
    cell: ({ id, due_on, state }, req) => (
      <ValueMenu of="due" about="Due" id={id} req={req}>
        {due_on && (
          <>
            <time datetime={due_on}>{shortDayText(due_on, req)}</time>
            {due_on < todayOf(req) && !["completed", "closed"].includes(state) && (
              <span class="cell-note"> Overdue</span>
            )}
          </>
        )}
      </ValueMenu>
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

function Status({
  matter: { facts, is_unseen, ...matter },
  req,
}: {
  matter: ListedMatter
  req: PageRequest
}) {
  const notes = [
    facts.has_failed_mail && matter.state !== "created" && "An email was not delivered",
    facts.waiting_for && `Waiting for: ${facts.waiting_for}`,
    is_unseen && "Changes not seen",
  ].filter(Boolean)
  return (
    <ValueMenu of="status" about="Status" id={matter.id} req={req}>
      <StatusTag {...statusOf({ ...matter, ...facts })} />
      {facts.is_unnotified && <UnnotifiedTag />}
      {notes.length > 0 && (
        <span class="cell-note" title={notes.join(". ")}>
          {" "}
          {notes.join(". ")}
        </span>
      )}
    </ValueMenu>
  )
}

/** A value with the menu that changes it; plain for those who only read. */
function ValueMenu(props: {
  of: "status" | "assignee" | "due" | "filing"
  /** Tells two menus of the same content apart. */
  in_column?: string
  about: string
  id: string
  req: PageRequest
  children: ComponentChildren
}) {
  const { of, in_column = of, about, id, req, children } = props
  if (!isAtLeast(req.staff.role, "member")) return <>{children}</>
  return (
    <Menu
      id={`${id}-${in_column}`}
      about={about}
      label={children || <span class="cell-note">None</span>}
      src={`/console/matters/${id}/menus?menu=${of}`}
    />
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

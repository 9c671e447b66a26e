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
import type { MatterRow } from "../../matter-row.ts"
import { stageName, stagesOf } from "../../stages/stages.ts"
import { remindersNote, StatusTag, statusOf, unnotifiedText } from "../status/status.tsx"
import type { ListFacts } from "./facts.ts"
import { NextStep } from "./next-step.tsx"

export interface ListedMatter extends MatterOverview {
  facts: ListFacts
}

export interface MatterColumn extends Pick<Column<ListedMatter>, "label" | "narrow" | "align" | "labeled"> {
  /** Its name where members' choices are stored. */
  key: string
  /** Shows until the member chooses their own columns. */
  by_default?: boolean
  sort?: SortKey
  /** The menu that changes its value: see menus/page.tsx. */
  menu?: "status" | "assignee" | "due" | "filing" | "stage"
  cell: (matter: ListedMatter, req: PageRequest) => ComponentChildren
}

export const listedColumns: readonly MatterColumn[] = [
  {
    ...{ key: "file_number", label: "File number", by_default: true, narrow: true, menu: "filing" },
    cell: ({ file_number }) => file_number && <span class="file-number">{file_number}</span>,
  },
  { key: "kind", label: "Questionnaire", cell: (matter) => matter.quest_internal_type },
  {
    ...{ key: "status", label: "Status", by_default: true, narrow: true, menu: "status" },
    cell: (matter) => <Status {...matter} />,
  },
  {
    ...{ key: "stage", label: "Stage", narrow: true, menu: "stage" },
    cell: ({ stage_id }, { staff }) => stageName(stagesOf(staff.firm.settings), stage_id),
  },
  {
    ...{ key: "progress", label: "Progress", by_default: true, align: "end", labeled: true },
    cell: ({ facts }) => <Progress facts={facts} />,
  },
  { key: "next_step", label: "Next step", labeled: true, cell: (matter) => <NextStep {...matter} /> },
  {
    ...{ key: "assignee", label: "Assigned to", by_default: true, menu: "assignee" },
    cell: ({ assignee_name }) => assigneeText(assignee_name),
  },
  { ...{ key: "tags", label: "Tags", menu: "filing" }, cell: ({ tags }) => tagList(tags) },
  {
    ...{ key: "due", label: "Due", by_default: true, sort: "due", menu: "due" },
    cell: ({ due_on, state }, req) =>
      due_on && <DueDay due_on={due_on} is_done={["completed", "closed"].includes(state)} req={req} />,
  },
  {
    ...{ key: "opened", label: "Opened", sort: "opened" },
    cell: ({ open_date }, req) => <time datetime={open_date}>{shortDayText(open_date, req)}</time>,
  },
  {
    ...{ key: "activity", label: "Last activity", by_default: true, sort: "activity" },
    cell: ({ last_activity_at }, req) => <When at={last_activity_at} req={req} />,
  },
]

/** A cell of the column, with the menu that changes its value; plain for those who only read. */
export function MatterCell(props: { column: MatterColumn; matter: ListedMatter; req: PageRequest }) {
  const { column, matter, req } = props
  const value = column.cell(matter, req)
  if (!column.menu || !isAtLeast(req.staff.role, "member")) return <>{value}</>
  return <CellMenu id={matter.id} column={column} value={value} />
}

function CellMenu({ id, column, value }: { id: string; column: MatterColumn; value: ComponentChildren }) {
  return (
    <Menu
      id={`${id}-${column.key}`}
      about={column.label}
      label={value || <span class="cell-note cell-none">None</span>}
      src={`/console/matters/${id}/menus?menu=${column.menu}`}
    />
  )
}

/** The due day of a matter in its cell, to replace one that has changed. */
export function DueCell({ matter, req }: { matter: MatterRow; req: PageRequest }) {
  const column = listedColumns.find(({ key }) => key === "due")
  const { due_on, completed_at, close_date } = matter
  const is_done = completed_at !== null || close_date !== null
  const value = due_on && <DueDay {...{ due_on, is_done, req }} />
  return column && <CellMenu id={matter.id} column={column} value={value} />
}

export function StageCell({ matter: { id, stage_id }, req }: { matter: MatterRow; req: PageRequest }) {
  const column = listedColumns.find(({ key }) => key === "stage")
  const value = stageName(stagesOf(req.staff.firm.settings), stage_id)
  return column && <CellMenu id={id} column={column} value={value} />
}

export function AssigneeCell({ id, name }: { id: string; name: string | null }) {
  const column = listedColumns.find(({ key }) => key === "assignee")
  return column && <CellMenu id={id} column={column} value={assigneeText(name)} />
}

const assigneeText = (name: string | null) => name && <span class="cell-person">{name}</span>

/** The name of a matter in the list, which its menu changes too. */
export function NameCell({ id, name }: Pick<MatterRow, "id" | "name">) {
  return (
    <a class="one-line" id={`${id}-name`} href={`/console/matters/${id}`} title={name}>
      {name}
    </a>
  )
}

/** The tags of a matter in their cell, to replace those that have changed. */
export function TagsCell({ id, tags }: { id: string; tags: readonly string[] }) {
  const column = listedColumns.find(({ key }) => key === "tags")
  return column && <CellMenu id={id} column={column} value={tagList(tags)} />
}

function tagList(tags: readonly string[]): ComponentChildren {
  return (
    tags.length > 0 && (
      <span class="row-tags">
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    )
  )
}

/** A due day; one that has passed says so to those who hear it, as the word makes the table wider than a laptop's window. */
export function DueDay({ due_on, is_done, req }: { due_on: string; is_done: boolean; req: PageRequest }) {
  const day = <time datetime={due_on}>{shortDayText(due_on, req)}</time>
  if (is_done || due_on >= todayOf(req)) return day
  return (
    <strong class="overdue" title="Overdue">
      <span class="visually-hidden">Overdue: </span>
      {day}
    </strong>
  )
}

function Status({ facts, ...matter }: ListedMatter) {
  const notes = [
    facts.has_failed_mail && matter.state !== "created" && "An email was not delivered",
    facts.waiting_for && `Waiting for: ${facts.waiting_for}`,
    facts.is_unseen && "Changes not seen",
    remindersNote({ ...matter, ...facts }),
  ].filter(Boolean)
  return (
    <>
      <StatusTag {...statusOf({ ...matter, ...facts })} />
      {notes.length > 0 && (
        <span class="cell-note" title={notes.join(". ")}>
          {" "}
          {notes.join(". ")}
        </span>
      )}
      <UnnotifiedNote id={matter.id} is_unnotified={facts.is_unnotified} />
    </>
  )
}

/** That no one hears of the matter, which depends on who is responsible. */
export function UnnotifiedNote({ id, is_unnotified }: { id: string; is_unnotified: boolean }) {
  return (
    <span class="cell-note" id={`${id}-unnotified`} hidden={!is_unnotified}>
      {` ${unnotifiedText}`}
    </span>
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

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
import { type ListFacts, NextStep } from "./facts.tsx"

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

/** A matter with the values that menus change one at a time. */
type Values = Pick<
  MatterOverview,
  "id" | "stage_id" | "assignee_name" | "due_on" | "completed_at" | "close_date"
> & { tags: readonly string[] }

const values = {
  stage: ({ stage_id }, { staff }) => stageName(stagesOf(staff.firm.settings), stage_id),
  assignee: ({ assignee_name }) => assignee_name && <span class="cell-person">{assignee_name}</span>,
  tags: ({ tags }) =>
    tags.length > 0 && (
      <span class="row-tags">
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    ),
  due: (matter, req) => matter.due_on && <DueDay {...matter} due_on={matter.due_on} req={req} />,
} satisfies Record<string, (matter: Values, req: PageRequest) => ComponentChildren>

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
  { key: "stage", label: "Stage", narrow: true, menu: "stage", cell: values.stage },
  {
    ...{ key: "progress", label: "Progress", by_default: true, align: "end", labeled: true },
    cell: ({ facts }) => <Progress facts={facts} />,
  },
  { key: "next_step", label: "Next step", labeled: true, cell: (matter) => <NextStep {...matter} /> },
  { key: "assignee", label: "Assigned to", by_default: true, menu: "assignee", cell: values.assignee },
  { key: "tags", label: "Tags", menu: "filing", cell: values.tags },
  { key: "due", label: "Due", by_default: true, sort: "due", menu: "due", cell: values.due },
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

/** The cell of one value alone, to replace one that has changed. */
export function ValueCell({
  name,
  matter,
  req,
}: {
  name: keyof typeof values
  matter: Values
  req: PageRequest
}) {
  const column = listedColumns.find(({ key }) => key === name)
  return column && <CellMenu id={matter.id} column={column} value={values[name](matter, req)} />
}

/** The name of a matter in the list, which its menu changes too. */
export function NameCell({ id, name }: Pick<MatterRow, "id" | "name">) {
  return (
    <a class="one-line" id={`${id}-name`} href={`/console/matters/${id}`} title={name}>
      {name}
    </a>
  )
}

/** A due day; one that has passed says so to those who hear it, as the word makes the table wider than a laptop's window. */
export function DueDay(
  props: Pick<MatterOverview, "completed_at" | "close_date"> & { due_on: string; req: PageRequest },
) {
  const { due_on, completed_at, close_date, req } = props
  const day = <time datetime={due_on}>{shortDayText(due_on, req)}</time>
  if (completed_at !== null || close_date !== null || due_on >= todayOf(req)) return day
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

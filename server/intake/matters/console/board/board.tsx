// The list as a board: a column for each stage, with open matters as cards. A card moves by its menu, or by dragging it.
import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Menu } from "../../../../web/ui/components/button.tsx"
import { cappedCountText } from "../../list/queue-words.ts"
import type { MatterRow } from "../../matter-row.ts"
import { type BoardColumn, max_counted, readBoard } from "../../stages/board.ts"
import { readStageText, stageName, stagesOf } from "../../stages/stages.ts"
import { DueDay, type ListedMatter } from "../list/columns.tsx"
import { type ListQuery, listUrl, readListQuery } from "../list/filters.ts"
import { withFacts } from "../list/rows.tsx"
import { limitsOf, StatusTag, statusOf, Warnings } from "../status/status.tsx"

/** The cards of a column; its last line leads to the others. */
const max_cards = 30

export function isBoard(url: string): boolean {
  const [path, query] = url.split("?")
  return path === "/console/matters" && new URLSearchParams(query).get("layout") === "board"
}

/** The whole board; a stage that is filtered stands alone. */
export async function Board({ req, query }: { req: PageRequest; query: ListQuery }) {
  const stages = stagesOf(req.staff.firm.settings)
  const all = [null, ...stages.map(({ id }) => id)]
  const chosen = query.filters.stage_id
  const columns = await readColumns(req, query, chosen === undefined ? all : [chosen])
  return <div class="board">{columns}</div>
}

/** The columns that a move has changed: those it left, reached or, if it was refused, was meant for. */
export async function MovedColumns(req: PageRequest, back: string, { stage_id }: MatterRow) {
  const parameters = new URLSearchParams(back.split("?")[1])
  const query = readListQuery({ ...req, query: Object.fromEntries(parameters) })
  const [was, wanted] = [req.form.was, req.form.stage].map(
    (text) => readStageText(text?.at(-1) ?? "").stage_id,
  )
  return readColumns(req, query, [...new Set([stage_id, was ?? null, wanted ?? null])])
}

async function readColumns(req: PageRequest, query: ListQuery, stage_ids: readonly (string | null)[]) {
  const filters = await req.parts.filtersWith(req.tx, query)
  const columns = await readBoard(req.tx, stage_ids, {
    filters,
    order: query.order,
    limit: max_cards,
  })
  const matters = await withFacts(
    req,
    columns.flatMap((column) => column.matters),
  )
  return columns.map((column) => (
    <Column
      key={column.stage_id}
      {...{ column, req, query }}
      matters={matters.filter((matter) => column.matters.some(({ id }) => id === matter.id))}
    />
  ))
}

interface ColumnProps {
  column: BoardColumn
  matters: readonly ListedMatter[]
  req: PageRequest
  query: ListQuery
}

function Column({ column: { stage_id, count }, matters, req, query }: ColumnProps) {
  const stages = stagesOf(req.staff.firm.settings)
  const stage = stages.find(({ id }) => id === stage_id)
  const { layout: _, ...typed } = query.typed
  const is_open = typed.status ? undefined : { is_open: "true", ...typed }
  const list = listUrl({ ...query, typed: { ...typed, ...is_open, stage: stage_id ?? "none" } }, 1)
  const notes = [
    stage?.waits_for && `Waits for ${stage.waits_for}`,
    stage?.due_days != null && `due after ${stage.due_days === 1 ? "a day" : `${stage.due_days} days`}`,
  ]
  const note = notes.filter(Boolean).join(", ")
  return (
    <section
      class="board-column"
      id={`board-${stage_id ?? "none"}`}
      data-stage={stage_id ?? "none"}
      data-live
    >
      <h2>
        <a href={list}>{stageName(stages, stage_id) ?? "No stage"}</a>{" "}
        <span class="cell-note">{cappedCountText(count, max_counted)}</span>
      </h2>
      {note && <p class="hint">{note}</p>}
      {matters.map((matter) => (
        <Card key={matter.id} {...{ matter, req, query }} />
      ))}
      {count > matters.length && <a href={list}>All {cappedCountText(count, max_counted)} in the list</a>}
    </section>
  )
}

function Card({ matter, req, query }: { matter: ListedMatter; req: PageRequest; query: ListQuery }) {
  const { id, name, assignee_name, due_on, facts } = matter
  const mayMove = isAtLeast(req.staff.role, "member")
  const menu = new URLSearchParams({ menu: "stage", back: listUrl(query, 1) })
  return (
    <article class="board-card" id={`${id}-card`} draggable={mayMove}>
      <a href={`/console/matters/${id}`} draggable={false}>
        {name}
      </a>
      <div>
        <Warnings texts={limitsOf({ ...matter, ...facts })} />{" "}
        <StatusTag {...statusOf({ ...matter, ...facts })} />
      </div>
      {assignee_name && <span class="cell-note">{assignee_name}</span>}
      {due_on && (
        <span class="cell-note">
          Due <DueDay {...matter} {...{ due_on, req }} />
        </span>
      )}
      {mayMove && (
        <Menu
          id={`${id}-stage`}
          about={name}
          label="Move"
          variant="quiet"
          src={`/console/matters/${id}/menus?${menu}`}
        />
      )}
    </article>
  )
}

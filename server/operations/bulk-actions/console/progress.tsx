// The progress and the result of a bulk action on all matters of a list.

import { listVisible } from "../../../intake/matters/console/frame/require-matter.ts"
import type { MatterOverview } from "../../../intake/matters/list/list.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Button, LinkButton, PostButton, PostForm } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { ProgressBar } from "../../../web/ui/components/progress-bar.tsx"
import {
  type BulkActionRow,
  getBulkAction,
  isUndoable,
  listRunningBulkActions,
  resumeBulkAction,
  type ShownAction,
  stopBulkAction,
} from "../bulk-actions.ts"
import { crumbs } from "./pages.tsx"

const base = "/console/bulk-actions"

export function bulkActionUrl(id: string): string {
  return `${base}/${id}`
}

/** The page of what an action does: an import has one of its own. */
function pageOf({ id, action }: Pick<BulkActionRow, "id" | "action">): string {
  return action.kind === "import" ? `/console/imports/${action.import_id}` : bulkActionUrl(id)
}

export function undoingUrl(id: string): string {
  return `${bulkActionUrl(id)}/undoing`
}

export function bulkActionRoutes(console: Console): void {
  console.page(`${base}/:bulk_action_id`, bulkActionPage)
  console.action(`${base}/:bulk_action_id/end`, stop, { audit: { action: "bulk_action_stopped" } })
  console.action(`${base}/:bulk_action_id/rest`, resume, { audit: { action: "bulk_action_resumed" } })
}

async function bulkActionPage(req: PageRequest): Promise<View> {
  const row = await getBulkAction(req.tx, req.param("bulk_action_id"))
  const progress = {
    title: row.label,
    breadcrumbs: crumbs,
    islands: ["selection"],
    part: <Progress row={row} />,
  }
  if (row.action.kind === "import")
    return {
      ...progress,
      body: (
        <Card actions={<a href={pageOf(row)}>Open the import</a>}>
          <Progress row={row} />
        </Card>
      ),
    }
  const ids = [...row.left_out.flatMap((group) => group.ids), row.next_id ?? ""]
  const known = await listVisible(req, ids)
  const matters = new Map(known.map((one) => [one.id, one]))
  return {
    ...progress,
    body: (
      <>
        {row.finished_at || row.is_failed ? (
          <Ended row={row} next={matters.get(row.next_id ?? "")} req={req} />
        ) : (
          <Card>
            <Progress row={row} />
            <p>You can leave this page. The list of matters shows the progress until this is finished.</p>
          </Card>
        )}
        {row.left_out.map((group) => (
          <Card key={group.why} title={`Left out, ${group.why}: ${countText(group.count, "matter")}`}>
            <NamedMatters named={group.ids.flatMap((id) => matters.get(id) ?? [])} count={group.count} />
          </Card>
        ))}
      </>
    ),
  }
}

/** How far an action is; the island `selection` loads it again until it has ended. */
function Progress({ row }: { row: ShownAction }) {
  const { id, label, matters, processed, changed, finished_at } = row
  const url = bulkActionUrl(id)
  if (finished_at)
    return (
      <div id={`progress-${id}`} class="bulk-progress" role="status">
        <p>
          {label}: {countText(changed, "matter has", "matters have")} {changedWord(row)}.
        </p>
        <UndoButton row={row} />
        <LinkButton href={pageOf(row)} variant="quiet" small>
          Details
        </LinkButton>
      </div>
    )
  return (
    <div id={`progress-${id}`} class="bulk-progress" data-progress={url}>
      <ProgressBar id={`bar-${id}`} label={label} value={processed} max={matters} text={progressText(row)} />
      <PostButton action={`${url}/end`} variant="quiet" small>
        Stop
      </PostButton>
      <noscript>
        <LinkButton href={url} variant="secondary" small>
          Refresh
        </LinkButton>
      </noscript>
    </div>
  )
}

function UndoButton({ row }: { row: ShownAction }) {
  if (!isUndoable(row)) return null
  return (
    <PostButton action={undoingUrl(row.id)} variant="secondary" small inPlace>
      Undo
    </PostButton>
  )
}

function Ended(props: { row: BulkActionRow; next: MatterOverview | undefined; req: PageRequest }) {
  const { row, next, req } = props
  const { id, matters, processed, changed, is_failed, is_stopped, finished_at } = row
  const rest = matters - processed
  const isComplete = !is_failed && !is_stopped && changed === matters
  const stopped = is_failed ? "An error ended this" : is_stopped && "Stopped"
  return (
    <Banner
      tone={isComplete ? "success" : "warning"}
      title={stopped ? `${stopped} after ${progressText(row)} matters.` : "Finished."}
      actions={
        stopped ? (
          <PostForm action={`${bulkActionUrl(id)}/rest`} class="actions">
            <Button variant="secondary" small>
              {is_failed ? "Run the rest again" : "Run the rest"}
            </Button>
            {is_failed && rest > 1 && (
              <Button variant="quiet" small name="skip" value="true">
                Leave out {next?.name ?? "the next matter"} and run the rest
              </Button>
            )}
          </PostForm>
        ) : (
          <div class="actions">
            <UndoButton row={row} />
            <LinkButton href="/console/matters" variant="quiet" small>
              Back to the matters
            </LinkButton>
          </div>
        )
      }
    >
      <p>
        {countText(changed, "matter has", "matters have")} {changedWord(row)}.{" "}
        {is_failed && (
          <>
            {countText(rest, "matter has", "matters have")} not, beginning with{" "}
            {next ? <a href={`/console/matters/${next.id}`}>{next.name}</a> : "one that you no longer see"}.{" "}
          </>
        )}
        <span class="cell-note">
          <When at={finished_at} req={req} />
        </span>
      </p>
    </Banner>
  )
}

function changedWord({ action }: Pick<BulkActionRow, "action">): string {
  if (action.kind === "import") return "been created or added to"
  return action.kind === "undo_import" ? "been deleted" : "changed"
}

export function progressText({ processed, matters }: Pick<BulkActionRow, "processed" | "matters">): string {
  return `${processed.toLocaleString("en-US")} of ${matters.toLocaleString("en-US")}`
}

/** Links to those of so many matters that this member may still see. */
export function NamedMatters(props: {
  named: readonly Pick<MatterOverview, "id" | "name">[]
  count: number
}) {
  const more = props.count - props.named.length
  const links = props.named.map(({ id, name }) => <a href={`/console/matters/${id}`}>{name}</a>)
  const rest = links.length > 0 ? `and ${more.toLocaleString("en-US")} more` : countText(more, "matter")
  return <List items={more > 0 ? [...links, rest] : links} />
}

async function stop({ tx, param }: PageRequest): Promise<Redirect> {
  return { to: pageOf(await stopBulkAction(tx, param("bulk_action_id"))) }
}

async function resume({ tx, param, form, staff }: PageRequest): Promise<Redirect> {
  const how = { is_skipping: trimmedTextOf(form, "skip") !== "", is_admin: staff.role === "admin" }
  return { to: pageOf(await resumeBulkAction(tx, param("bulk_action_id"), how)) }
}

/** The member's actions that are under way, in the bar of the list; `read` are those that were read. */
export async function RunningActions({ tx }: Pick<PageRequest, "tx">, read?: readonly ShownAction[]) {
  const rows: readonly ShownAction[] = read ?? (await listRunningBulkActions(tx))
  return (
    <div id="running-actions">
      {rows.map((row) => (
        <Progress key={row.id} row={row} />
      ))}
    </div>
  )
}

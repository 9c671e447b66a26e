import { countText } from "../../../platform/text/count-text.ts"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, Button, LinkButton, PostButton, PostForm } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { ProgressBar } from "../../../web/ui/components/progress-bar.tsx"
import { findBulkAction } from "../../bulk-actions/bulk-actions.ts"
import { bulkActionUrl, progressText } from "../../bulk-actions/console/progress.tsx"
import { getImport, type ImportRow, isUndoable, listImported } from "../imports.ts"
import { countOutcomes, type Outcomes } from "../lines.ts"
import { home, ImportTag, importsCrumb } from "./list-page.tsx"
import { type ImportProps, OpenImport } from "./open-import.tsx"
import { undoing } from "./undoing.tsx"

/** One import: what it would create, its faults, and how its file is read; then its progress, and its result. */
export async function importPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const row = await getImport(req.tx, req.param("import_id"))
  const props = { row, req, refused }
  const bodies = {
    planning: () => Planning(),
    open: () => OpenImport(props),
    creating: () => Creating(props),
    created: () => DoneImport(props),
    undone: () => DoneImport(props),
  }
  return {
    title: row.filename,
    breadcrumbs: [importsCrumb],
    tag: <ImportTag state={row.state} />,
    refused,
    body: await bodies[row.state](),
    islands: row.state === "planning" || row.state === "creating" ? ["follow"] : [],
  }
}

async function Planning() {
  return (
    <Card>
      <div class="stack" data-follow>
        <p role="status">The file is being read. You can leave this page.</p>
        <Actions>
          <LinkButton href="" variant="secondary" small>
            Refresh
          </LinkButton>
        </Actions>
      </div>
    </Card>
  )
}

async function Creating(props: ImportProps) {
  const { row, req } = props
  const action = row.bulk_action_id ? await findBulkAction(req.tx, row.bulk_action_id) : undefined
  if (!action || action.finished_at) return Stopped(props, action)
  return (
    <Card>
      <div class="stack" data-follow>
        <ProgressBar
          id="progress"
          label="Lines"
          value={action.processed}
          max={action.matters}
          text={progressText(action)}
        />
        <p>You can leave this page: the import goes on, and what it has created stays.</p>
        <Actions>
          <LinkButton href={`${home}/${row.id}`} variant="secondary" small>
            Refresh
          </LinkButton>
          {action.is_own && (
            <PostButton action={`${bulkActionUrl(action.id)}/end`} variant="quiet" small>
              Stop
            </PostButton>
          )}
        </Actions>
      </div>
    </Card>
  )
}

type Action = Awaited<ReturnType<typeof findBulkAction>>

/** It goes on where it stopped, or what was created is undone. */
async function Stopped(props: ImportProps, action: Action) {
  const outcomes = await countOutcomes(props.req.tx, props.row.id)
  const [why, again] = action?.is_failed
    ? ["An error ended the import", "Try the rest again"]
    : ["Stopped", "Create the rest"]
  return (
    <>
      <Banner
        tone="warning"
        title={`${why}. ${resultText(outcomes)}.`}
        actions={
          action && (
            <PostForm action={`${bulkActionUrl(action.id)}/rest`} class="actions">
              <Button variant="secondary" small>
                {again}
              </Button>
              {action.is_failed && (
                <Button variant="quiet" small name="skip" value="true">
                  Leave out line {action.next_id ?? ""} and create the rest
                </Button>
              )}
            </PostForm>
          )
        }
      >
        <ReportLink id={props.row.id} />
      </Banner>
      {await Created(props)}
    </>
  )
}

const outcomeWords = {
  created: "created",
  joined: "added to existing matters",
  skipped: "skipped",
  left_out: "left out",
  waiting: "still to come",
}

/** “11 lines created, 2 lines skipped” */
function resultText(outcomes: Outcomes): string {
  const texts = Object.entries(outcomeWords).flatMap(([outcome, then]) => {
    const count = outcomes[outcome] ?? 0
    return count > 0 || outcome === "created" ? `${countText(count, "line")} ${then}` : []
  })
  return texts.join(", ")
}

/** “11 matters created, 1 existing matter added to, 2 lines skipped” */
export function mattersText({ matter_ids, joined_ids, skipped }: ImportRow, outcomes: Outcomes): string {
  return [
    `${countText(matter_ids.length, "matter")} created`,
    joined_ids.length > 0 && `${countText(joined_ids.length, "existing matter")} added to`,
    skipped > 0 && `${countText(skipped, "line")} skipped`,
    outcomes.left_out && `${countText(outcomes.left_out, "line")} left out`,
  ]
    .filter(Boolean)
    .join(", ")
}

function ReportLink({ id }: { id: string }) {
  return (
    <p>
      <a href={`${home}/${id}/report.csv`}>Download the report</a>: each line of the file, and what became of
      it.
    </p>
  )
}

async function DoneImport(props: ImportProps) {
  const { row, req } = props
  const isCreated = row.state === "created"
  const outcomes = await countOutcomes(req.tx, row.id)
  return (
    <>
      <Banner
        tone={isCreated ? "success" : "info"}
        title={isCreated ? `${mattersText(row, outcomes)}.` : "This import was undone."}
      >
        {Object.keys(outcomes).length > 0 && <ReportLink id={row.id} />}
        <p>
          <a href="/console/matters">See all matters</a>
        </p>
      </Banner>
      {isCreated && (await Created(props))}
    </>
  )
}

const max_listed = 50

async function Created({ row, req, refused }: ImportProps) {
  const matters = await listImported(req.tx, row, max_listed)
  const more = row.matter_ids.length - max_listed
  return (
    <>
      {matters.length > 0 && (
        <Card title="Created" footer={more > 0 ? `And ${more.toLocaleString("en-US")} more.` : undefined}>
          <List items={matters.map(({ id, name }) => <a href={`/console/matters/${id}`}>{name}</a>)} />
        </Card>
      )}
      {row.matter_ids.length > 0 &&
        (await isUndoable(req.tx, row)) &&
        (await undoing.section(req, { action: `${home}/${row.id}/undoing` }, refused))}
    </>
  )
}

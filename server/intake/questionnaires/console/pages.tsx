import { cappedCountText } from "../../../follow-up/queues/words.ts"
import { approachWords } from "../../../web/console/approach-words.ts"
import { pageAt } from "../../../web/console/list-pages.tsx"
import { assignmentFilter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Actions } from "../../../web/ui/components/actions.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { IfPermitted } from "../../../web/ui/components/permitted.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { countOutdated } from "../../matters/changes/older-versions.ts"
import { countByQuestionnaire } from "../../matters/list/counts.ts"
import { getQuestionnaireRow, listQuestionnaireRows, type QuestionnaireRow } from "../questionnaires.ts"
import { getVersion, listVersions, max_counted } from "../versions.ts"
import { Outline } from "./builder/outline.tsx"
import { bankUrl } from "./library/list-page.tsx"
import { Versions } from "./versions/versions-list.tsx"

export const crumb = { text: "Questionnaires", href: "/console/questionnaires" }

export async function questionnairesPage(req: PageRequest): Promise<View> {
  const [rows, counts] = await Promise.all([listQuestionnaireRows(req.tx), countMatters(req)])
  return {
    title: "Questionnaires",
    heading: {
      lede: "The questions you ask clients. A matter stays on the version it was created with.",
      actions: (
        <>
          <LinkButton href={bankUrl} variant="secondary">
            Our library
          </LinkButton>
          <LinkButton href="/console/questionnaires/import" variant="secondary" icon="upload">
            Import
          </LinkButton>
          <LinkButton href="/console/questionnaires/new" icon="plus">
            New questionnaire
          </LinkButton>
        </>
      ),
    },
    body: (
      <DataTable
        caption="Questionnaires"
        columns={[
          {
            label: "Questionnaire",
            primary: true,
            cell: (row) => <a href={`/console/questionnaires/${row.id}`}>{row.title}</a>,
          },
          { label: "Type", cell: (row) => row.internal_type },
          { label: "Approach", cell: (row) => approachWords[row.approach] },
          { label: "State", narrow: true, cell: (row) => <StateTag row={row} /> },
          { label: "Version", align: "end", cell: (row) => row.current_version ?? "" },
          {
            label: "Matters",
            align: "end",
            cell: (row) => (counts.get(row.id) ?? 0).toLocaleString("en-US"),
          },
        ]}
        records={rows}
        id={(row) => row.id}
        isMuted={(row) => row.archived_at !== null}
        empty={
          <EmptyState
            title="No questionnaires yet"
            icon="list"
            action={<LinkButton href="/console/questionnaires/new">Start from a template</LinkButton>}
          >
            You need one to create a matter.
          </EmptyState>
        }
      />
    ),
  }
}

function countMatters({ tx, staff }: PageRequest): Promise<Map<string, number>> {
  return countByQuestionnaire(tx, assignmentFilter(staff))
}

function StateTag({ row }: { row: QuestionnaireRow }) {
  if (row.archived_at) return <Tag tone="neutral">Archived</Tag>
  if (row.current_version === null) return <Tag tone="warning">Not published</Tag>
  return row.active ? <Tag tone="success">Active</Tag> : <Tag tone="neutral">Inactive</Tag>
}

export async function questionnairePage(req: PageRequest): Promise<View> {
  const { tx, param } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const page = pageAt(req, 20)
  const [definition, versions, outdated] = await Promise.all([
    row.current_version === null ? undefined : getVersion(tx, row.id, row.current_version),
    listVersions(tx, row.id, page),
    countOutdated(tx, row),
  ])
  const home = `/console/questionnaires/${row.id}`
  return {
    title: row.title,
    breadcrumbs: [crumb],
    heading: {
      tag: <StateTag row={row} />,
      lede: [
        `Type: ${row.internal_type}`,
        `Approach: ${approachWords[row.approach]}`,
        ...(row.current_version === null ? [] : [`Version ${row.current_version}`]),
      ].join(" · "),
      actions: (
        <>
          {definition && (
            <LinkButton href={`${home}/questionnaire.json`} variant="secondary" icon="download">
              Export
            </LinkButton>
          )}
          {/* Without a draft, the page would show readers only the published version again. */}
          <IfPermitted href={`${home}/draft`} method={row.has_draft ? "GET" : "POST"}>
            <LinkButton href={`${home}/draft`} icon="edit">
              {row.has_draft ? "Open draft" : "Edit"}
            </LinkButton>
          </IfPermitted>
        </>
      ),
    },
    body: (
      <>
        <IfPermitted method="GET" href={`${home}/settings`}>
          <MoreActions row={row} outdated={outdated} />
        </IfPermitted>
        {definition ? (
          <Outline definition={definition} />
        ) : (
          <EmptyState title="Nothing is published yet" icon="list">
            You can create matters after you publish the first version.
          </EmptyState>
        )}
        {versions.count > 0 && <Versions home={home} page={page} versions={versions} req={req} />}
      </>
    ),
  }
}

function MoreActions({ row, outdated }: { row: QuestionnaireRow; outdated: number }) {
  const home = `/console/questionnaires/${row.id}`
  return (
    <Actions>
      {outdated > 0 && (
        <LinkButton href={`${home}/outdated`} variant="secondary" small>
          {`${cappedCountText(outdated, max_counted)} on older versions`}
        </LinkButton>
      )}
      <LinkButton href={`${home}/settings`} variant="secondary" small>
        Name and type
      </LinkButton>
      <LinkButton href={`${home}/start-page`} variant="secondary" small icon="link">
        Start page
      </LinkButton>
      <LinkButton href={`/console/questionnaires/new?copy=${row.id}`} variant="secondary" small icon="copy">
        Duplicate
      </LinkButton>
      {row.current_version !== null && (
        <LinkButton href={`${home}/activation`} variant="secondary" small>
          {row.active ? "Deactivate" : "Activate"}
        </LinkButton>
      )}
      <LinkButton href={`${home}/archive`} variant="secondary" small>
        {row.archived_at ? "Restore" : "Archive"}
      </LinkButton>
    </Actions>
  )
}

import { textIn } from "../../../definition/text.ts"
import { choice } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { line } from "../../../web/console/forms/text-fields.tsx"
import { FoundTable, findRows, PagedTable, readPage } from "../../../web/console/list-pages.tsx"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { IfPermitted, LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { countOutdated } from "../../matters/changes/older-versions.ts"
import { assignmentFilter } from "../../matters/console/frame/require-matter.ts"
import { countByQuestionnaire } from "../../matters/list/counts.ts"
import { cappedCountText } from "../../matters/list/queue-words.ts"
import { approachWords } from "../approach-words.ts"
import { createFrom } from "../editing/creating.ts"
import { getQuestionnaireRow, listQuestionnaireRows, type QuestionnaireRow } from "../questionnaires.ts"
import { listTemplates } from "../templates.ts"
import { getVersion, listVersions, max_counted } from "../versions.ts"
import { crumbsTo, draftUrl, homeUrl, listUrl } from "./builder/draft.ts"
import { Outline } from "./builder/outline.tsx"
import { bankUrl } from "./library/library-page.tsx"

export const questionnaires = form({
  open: async (req) => {
    const [rows, counts, templates] = await Promise.all([
      listQuestionnaireRows(req.tx),
      countByQuestionnaire(req.tx, assignmentFilter(req.staff)),
      listTemplates(),
    ])
    const found = findRows(req, listUrl, rows, ({ title, internal_type }) => `${title} ${internal_type}`)
    return {
      title: "Questionnaires",
      lede: "The questions you ask clients. A matter stays on the version it was created with.",
      actions: (
        <>
          <LinkButton href={bankUrl} variant="secondary">
            Library
          </LinkButton>
          <LinkButton href={`${listUrl}/import`} variant="secondary" icon="upload">
            Import
          </LinkButton>
          <IfPermitted href="">
            <LinkButton href="#title" icon="plus">
              New questionnaire
            </LinkButton>
          </IfPermitted>
        </>
      ),
      above: (
        <FoundTable
          found={found}
          find="Title or type"
          caption="Questionnaires"
          columns={[
            { label: "Questionnaire", cell: (row) => <a href={homeUrl(row.id)}>{row.title}</a> },
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
          isMuted={(row) => row.archived_at !== null}
          empty={
            <EmptyState title="No questionnaires yet" icon="list">
              You need one to create a matter. Start from a template.
            </EmptyState>
          }
        />
      ),
      card: "New questionnaire",
      fields: {
        title: line({
          label: "Title",
          hint: "Clients see this title. Leave it blank to use the template’s.",
          max: 200,
        }),
        from: choice({
          label: "Start from",
          options: [
            { value: "", label: "Blank" },
            ...templates.map(({ name, description, file }) => ({
              ...{ value: name, label: textIn(file.title, "en"), hint: description },
            })),
          ],
          value: "",
        }),
      },
      submit: "Create questionnaire",
    }
  },
  save: async ({ tx, form }, { title, from }) => {
    const id = await createFrom(tx, title, trimmedTextOf(form, "copy") || from)
    return { done: "questionnaire_created", to: `${draftUrl(id)}#add` }
  },
})

function StateTag({ row }: { row: QuestionnaireRow }) {
  if (row.archived_at) return <Tag tone="neutral">Archived</Tag>
  if (row.current_version === null) return <Tag tone="warning">Not published</Tag>
  return row.active ? <Tag tone="success">Active</Tag> : <Tag tone="neutral">Inactive</Tag>
}

/** One version in full, the current one by default, and the list of all versions. */
export async function questionnairePage(req: PageRequest): Promise<View> {
  const { tx, param, query } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const shown = /^\d{1,9}$/.test(query.version ?? "") ? Number(query.version) : row.current_version
  const [definition, versions, outdated] = await Promise.all([
    shown === null ? undefined : getVersion(tx, row.id, shown),
    versionsCard(req, row),
    countOutdated(tx, row),
  ])
  const isOlder = shown !== row.current_version
  return {
    title: isOlder ? `Version ${shown} of ${row.title}` : row.title,
    breadcrumbs: crumbsTo(row).slice(0, isOlder ? 2 : 1),
    tag: isOlder ? <Tag>Older</Tag> : <StateTag row={row} />,
    lede: [
      `Type: ${row.internal_type}`,
      `Approach: ${approachWords[row.approach]}`,
      ...(shown === null ? [] : [`Version ${shown}`]),
    ].join(" · "),
    actions: !isOlder && <Steps row={row} outdated={outdated} />,
    body: (
      <>
        {definition ? (
          <Outline definition={definition} />
        ) : (
          <EmptyState title="Nothing is published yet" icon="list">
            You can create matters after you publish the first version.
          </EmptyState>
        )}
        {versions}
      </>
    ),
  }
}

function Steps({ row, outdated }: { row: QuestionnaireRow; outdated: number }) {
  const home = homeUrl(row.id)
  return (
    <>
      {outdated > 0 && (
        <LinkButton href={`${home}/outdated`} variant="secondary">
          {`${cappedCountText(outdated, max_counted)} on older versions`}
        </LinkButton>
      )}
      {row.current_version !== null && (
        <LinkButton href={`${home}/questionnaire.json`} variant="secondary" icon="download">
          Export
        </LinkButton>
      )}
      <PostButton action={listUrl} fields={{ from: "", copy: row.id }} variant="secondary" icon="copy">
        Duplicate
      </PostButton>
      <LinkButton href={`${home}/settings`} variant="secondary">
        Settings
      </LinkButton>
      {/* Without a draft, the page would show readers only the published version again. */}
      <IfPermitted href={`${home}/draft`} method={row.has_draft ? "GET" : "POST"}>
        <LinkButton href={`${home}/draft`} icon="edit">
          {row.has_draft ? "Open draft" : "Edit"}
        </LinkButton>
      </IfPermitted>
    </>
  )
}

async function versionsCard(req: PageRequest, { id }: QuestionnaireRow) {
  const home = homeUrl(id)
  const { rows, list } = await readPage(req, { home, limit: 20 }, (page) => listVersions(req.tx, id, page))
  if (list.count === 0) return null
  return (
    <Card title="Versions" flush>
      <PagedTable
        {...{ rows, list }}
        caption="Versions, latest first"
        columns={[
          {
            label: "Version",
            cell: ({ number }) => <a href={`${home}?version=${number}`}>{`Version ${number}`}</a>,
          },
          { label: "Published", cell: ({ published_at }) => <When at={published_at} req={req} /> },
          { label: "By", cell: ({ published_by_name }) => published_by_name },
          {
            label: "Open matters",
            align: "end",
            cell: ({ matters }) => cappedCountText(matters, max_counted),
          },
        ]}
        id={({ number }) => `version-${number}`}
      />
    </Card>
  )
}

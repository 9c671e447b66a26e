import { type Member, teamInOrder } from "../../../firm/users/team.ts"
import { hiddenMattersUrl } from "../../../intake/matters/console/access/pages.tsx"
import { Board } from "../../../intake/matters/console/board/board.tsx"
import { firstSteps } from "../../../intake/matters/console/first-steps.tsx"
import { FilterForm, FilterSentence, filterLists } from "../../../intake/matters/console/list/filter-form.tsx"
import {
  downloadUrlOf,
  filterQuery,
  type ListQuery,
  listUrl,
  readListQuery,
} from "../../../intake/matters/console/list/filters.ts"
import { ColumnsForm, columnsOf } from "../../../intake/matters/console/list/layout.tsx"
import { groupIn, rowOf, withFacts } from "../../../intake/matters/console/list/rows.tsx"
import { SelectionForm } from "../../../intake/matters/console/list/selection.tsx"
import { tagsInUse } from "../../../intake/matters/filing/filing.ts"
import { filterSentence, isFiltered } from "../../../intake/matters/list/filter-words.ts"
import { readGroups } from "../../../intake/matters/list/groups.ts"
import { listMatterOverviews } from "../../../intake/matters/list/list.ts"
import { type SavedView, viewsInOrder } from "../../../intake/matters/list/saved-views.ts"
import { stagesOf } from "../../../intake/matters/stages/stages.ts"
import { listStamp } from "../../../intake/matters/stamps.ts"
import {
  type QuestionnaireRow,
  questionnairesInOrder,
} from "../../../intake/questionnaires/questionnaires.ts"
import { type BulkActionRow, runningBulkActions } from "../../../operations/bulk-actions/bulk-actions.ts"
import { RunningActions } from "../../../operations/bulk-actions/console/progress.tsx"
import { allTogether } from "../../../platform/db/all-together.ts"
import { ListPagination, NoSuchPage } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { pickedFilters } from "../../../web/console/picked-filters.ts"
import type { PageResponse } from "../../../web/console/view.tsx"
import { IfPermitted, LinkButton, Menu } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { pickedIn } from "../../../web/ui/components/pick-field.tsx"
import { findPeople } from "../search/results.ts"
import { ViewForms, Views, viewOptions } from "./views.tsx"

/** What the page offers beside its matters. */
interface Offered extends Record<string, unknown> {
  team: Member
  questionnaires: QuestionnaireRow
  views: SavedView
  tags: { tag: string }
  running: BulkActionRow
  stamps: { stamp: string }
}

export async function listPage(req: PageRequest): Promise<PageResponse> {
  const { tx, staff } = req
  const stages = stagesOf(staff.firm.settings)
  const { team, questionnaires, views, tags, running, stamps } = await allTogether<Offered>(tx, {
    team: teamInOrder,
    questionnaires: questionnairesInOrder,
    views: viewsInOrder,
    tags: tagsInUse(staff.assigned_matters_only ? staff.user_id : null),
    running: runningBulkActions,
    stamps: listStamp,
  })
  const lists = filterLists(req, team, questionnaires)
  const offered = viewOptions(views)
  const view = pickedIn(offered, req.query.view)
  if (view) return { to: `/console/matters?${view.query}` }
  const picked = pickedFilters(req, { ...lists, view: offered })
  if (picked.to) return { to: picked.to }
  const query = readListQuery(req)
  query.faults.push(...picked.faults)
  const hasFaults = query.faults.length > 0
  const wanted = hasFaults ? undefined : await req.parts.filtersWith(tx, query)
  const isBoard = query.typed.layout === "board" && stages.length > 0
  const { count, rows } =
    wanted && !isBoard
      ? await listMatterOverviews(tx, wanted, query.page, query.order)
      : { count: 0, rows: [] }
  const names = new Map([
    ...team.map(({ id, name, email }) => [id, name || email] as const),
    ...questionnaires.map(({ id, title }) => [id, title] as const),
    ...stages.map(({ id, name }) => [id, name] as const),
  ])
  // Whoever sees only their own matters sees these with any assignee.
  const wordsOf = ({ assignee = "", ...typed }: ListQuery["typed"]) =>
    filterSentence(staff.assigned_matters_only || !assignee ? typed : { ...typed, assignee }, (id) =>
      names.get(id),
    )
  const ids = rows.map(({ id }) => id)
  const { grouping, order } = query
  const groups = wanted && order.group && (await readGroups(tx, order.group, wanted, ids))
  const columns = columnsOf(staff)
  const back = listUrl(query, query.page.page)
  const matters = await withFacts(req, rows)
  const isPastEnd = rows.length === 0 && count > 0
  const list = { ...query.page, count, href: (number: number) => listUrl(query, number) }
  return {
    title: "Matters",
    remember_list: hasFaults ? undefined : filterQuery(query),
    actions: (
      <>
        <LinkButton href="/console/matters/new" icon="plus">
          New matter
        </LinkButton>
        {stages.length > 0 && <LayoutLink query={query} isBoard={isBoard} />}
        {count > 0 && (
          <Menu id="export" label="Export" variant="quiet">
            <a href={downloadUrlOf(query, "xlsx")}>Excel workbook</a>
            <a href={downloadUrlOf(query, "csv")}>Table (CSV)</a>
          </Menu>
        )}
        <IfPermitted href="/console/imports" method="GET">
          <Menu id="more" label="More" variant="quiet">
            <a href="/console/imports">Import matters</a>
            <a href={hiddenMattersUrl}>Restricted matters</a>
            <a href="/console/settings/firm#stages-form">Stages</a>
          </Menu>
        </IfPermitted>
      </>
    ),
    status: hasFaults ? 400 : isPastEnd ? 404 : 200,
    refused: hasFaults ? { form: {}, faults: query.faults } : undefined,
    islands: isBoard ? ["board"] : ["selection"],
    followed: { href: "/console/matters/stamp.txt", stamp: stamps[0]?.stamp ?? "" },
    body:
      count === 0 && !isBoard && !hasFaults && !isFiltered(query.typed) ? (
        await firstSteps(req)
      ) : (
        <>
          <Views {...{ views, query, req, wordsOf }} />
          <FilterForm req={req} query={query} lists={lists} tags={tags.map(({ tag }) => tag)} />
          {!hasFaults && <FilterSentence query={query} parts={wordsOf(query.typed)} />}
          {query.typed.search && <List items={await peopleNamed(req, query.typed.search)} />}
          {isBoard && !hasFaults ? (
            await Board({ req, query })
          ) : isPastEnd ? (
            <NoSuchPage href={list.href} />
          ) : rows.length === 0 ? (
            <EmptyState
              title={hasFaults ? "The list could not be filtered" : "No matching matters"}
              icon="search"
              action={<a href="/console/matters">{hasFaults ? "Show all matters" : "Clear all filters"}</a>}
            >
              {hasFaults
                ? "Correct the fields marked above and apply the filters again."
                : "Try another spelling or fewer filters."}
              {query.typed.search && (
                <>
                  {" "}
                  <a href={`/console/search?${new URLSearchParams({ q: query.typed.search })}`}>
                    Search everywhere for “{query.typed.search}”
                  </a>
                  , by the names of people and in any order of the words.
                </>
              )}
            </EmptyState>
          ) : (
            <div class="stack selectable">
              {wanted?.search !== query.filters.search && (
                <p class="hint">
                  No matter is named “{query.typed.search}”. In these, the words stand in another order, or in
                  the name of a person.
                </p>
              )}
              <DataTable
                caption="Matters"
                compact
                flowing
                live="matters"
                records={matters}
                {...rowOf(columns, req, query)}
                groupOf={groups && grouping && groupIn(grouping, groups, req)}
              />
              <div class="bulk">
                {await RunningActions(req, running)}
                <SelectionForm team={team} back={back} req={req} count={count} shown={rows.length} />
              </div>
            </div>
          )}
          {!isBoard && <ListPagination label="Pages of matters" {...list} />}
          <div class="list-options">
            <ViewForms {...{ views, query, req, wordsOf }} />
            {!isBoard && <ColumnsForm columns={columns} back={back} req={req} />}
          </div>
        </>
      ),
  }
}

/** Links to the people whom the search names: the table has their matters one by one. */
async function peopleNamed(req: PageRequest, search: string) {
  return (await findPeople(req, search, 3)).map(({ href, text, detail }) => (
    <>
      <a href={href}>{text}</a> <span class="hint">{detail}</span>
    </>
  ))
}

function LayoutLink({ query, isBoard }: { query: ListQuery; isBoard: boolean }) {
  const { layout: _, ...typed } = query.typed
  const other = isBoard ? typed : { ...typed, layout: "board" }
  return (
    <LinkButton href={listUrl({ ...query, typed: other }, 1)} variant="quiet">
      {isBoard ? "List" : "Board"}
    </LinkButton>
  )
}

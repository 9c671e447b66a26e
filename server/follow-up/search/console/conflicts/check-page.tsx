import { recordAudit } from "../../../../firm/audit/audit.ts"
import { removeConflictName, yearsOfNames } from "../../../../intake/conflict-names/conflict-names.ts"
import { listWaitingConflicts, max_waiting } from "../../../../intake/conflict-names/possible-conflicts.ts"
import { conflictCheckUrl } from "../../../../intake/contacts/console/conflict-check.ts"
import { cappedCountText } from "../../../../intake/matters/list/queue-words.ts"
import { yearsText } from "../../../../intake/matters/retention.ts"
import { notFound } from "../../../../platform/errors.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import { onPage } from "../../../../web/console/forms/form.ts"
import { PagedTable, readPage } from "../../../../web/console/list-pages.tsx"
import {
  localPath,
  type PageRequest,
  type RefusedForm,
  trimmedTextOf,
} from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { When } from "../../../../web/console/times.tsx"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { Banner, Notice } from "../../../../web/ui/components/banner.tsx"
import { Card, EmptyState } from "../../../../web/ui/components/card.tsx"
import { TableCard } from "../../../../web/ui/components/data-table.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { removeDeclined } from "../../../inquiries/inquiries.ts"
import { listConflictChecks } from "../../conflict-checks.ts"
import { type FoundAppearances, findAppearances, max_appearances } from "../../conflicts.ts"
import type { Reason } from "../../reasons.ts"
import { Appearances } from "./appearances.tsx"
import { OutsidePeople } from "./outside-people.tsx"
import { decisionForm, max_name_characters, nameIn, recordedPage } from "./recorded-page.tsx"
import { decisionWords, reasonWords, weightWords } from "./words.ts"

export function conflictPages(console: Console): void {
  console.form("/console/conflicts", onPage(undefined, checkPage, decisionForm), { readable: true })
  console.page("/console/conflicts/:check_id", recordedPage)
  console.action("/console/conflicts/names/:name_id/removal", removeName, { admin: true })
}

/** Searches for a name in every matter of the firm; without a name, lists the recorded checks. */
async function checkPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const title = "Conflict check"
  if (req.staff.assigned_matters_only)
    return {
      title,
      body: (
        <EmptyState title="Ask a colleague who sees all matters" icon="lock">
          A conflict check searches every matter of the firm, and you see only those assigned to you.
        </EmptyState>
      ),
    }
  const name = nameIn(req)
  return {
    title,
    tab_title: name ? `${name} – ${title}` : title,
    lede: "Find a name, or one like it, in your firm’s matters and inquiries.",
    body: (
      <>
        <FilterBar action="/console/conflicts" label="Conflict check" submit="Check">
          <TextField
            id="q-name"
            name="name"
            label="Name, email or phone of a person or organization"
            type="search"
            value={name}
            maxlength={max_name_characters}
            attributes={{ autofocus: name === "" }}
          />
        </FilterBar>
        {name ? await CheckResult(req, name, refused) : await WaitingAndRecorded(req)}
      </>
    ),
  }
}

async function CheckResult(req: PageRequest, name: string, refused: RefusedForm | undefined) {
  const { tx } = req
  const found = await findAppearances(tx, name)
  // Record every search: entries only for names found would reveal the contents of restricted matters.
  if (!refused) await recordAudit(tx, "conflicts_looked_up", { label: name })
  return (
    <>
      <Found {...{ found, name, req }} />
      <ConflictNames req={req} />
      <div class="no-print">
        {await decisionForm.section(req, { action: "/console/conflicts", isCard: true }, refused)}
      </div>
    </>
  )
}

/** For how long names of declined inquiries and deleted matters are found. */
function ConflictNames({ req }: { req: PageRequest }) {
  const years = yearsOfNames(req.staff.firm.settings)
  return (
    <p class="hint no-print">
      {years === 0
        ? "Your firm keeps no names of declined inquiries and deleted matters."
        : `Of declined inquiries and deleted matters, only the names remain, for ${yearsText(years)}. An admin can remove a name earlier.`}{" "}
      {req.staff.role === "admin" && <a href="/console/settings/retention">Change how long</a>}
    </p>
  )
}

export function Found({ found, name, req }: { found: FoundAppearances; name: string; req: PageRequest }) {
  const { appearances, is_cut, restricted, outside } = found
  return (
    <>
      {is_cut && (
        <Notice tone="warning">
          This name is similar to more than {max_appearances} entries. Not all are listed: enter a longer
          name.
        </Notice>
      )}
      {restricted.length > 0 && <RestrictedAppearances reasons={restricted} />}
      {appearances.length > 0 && (
        <Card title={`${countText(appearances.length, "appearance")} in matters`} flush>
          <Appearances appearances={appearances} />
        </Card>
      )}
      <OutsidePeople people={outside} name={name} req={req} />
      {appearances.length + restricted.length + outside.length === 0 && (
        <EmptyState title={`“${name}” appears in no matter and no inquiry`} icon="check-circle">
          We searched the names, other names, emails and phones of people, the names of matters, inquiries,
          and the names kept of declined inquiries and deleted matters, but not answers or files.
        </EmptyState>
      )}
    </>
  )
}

/** Reveals only that the name appears in restricted matters. */
function RestrictedAppearances({ reasons }: { reasons: readonly Reason[] }) {
  const where = reasons.length === 1 ? "a restricted matter" : `${reasons.length} restricted matters`
  return (
    <Banner tone="warning" title={`Also in ${where} that you may not see`}>
      <p>
        Why it is listed: {[...new Set(reasons.map((reason) => reasonWords[reason]))].join("; ")}. Ask an
        admin, or the colleagues who work on it, before you decide.
      </p>
    </Banner>
  )
}

async function WaitingAndRecorded(req: PageRequest) {
  const { rows, list } = await readPage(req, { home: "/console/conflicts", limit: 20 }, (page) =>
    listConflictChecks(req.tx, page),
  )
  return (
    <>
      {list.page === 1 && (await WaitingConflicts(req))}
      <Card title="Recorded checks" flush>
        <PagedTable
          {...{ rows, list }}
          caption="Recorded conflict checks, newest first"
          columns={[
            { label: "Name", cell: (row) => <a href={`/console/conflicts/${row.id}`}>{row.name}</a> },
            {
              label: "Decision",
              narrow: true,
              cell: (row) => (
                <Tag tone={decisionWords[row.decision].tone}>{decisionWords[row.decision].text}</Tag>
              ),
            },
            { label: "Appearances", align: "end", cell: (row) => row.appearances.length },
            { label: "By", cell: (row) => row.checked_by_name },
            { label: "Checked", cell: (row) => <When at={row.checked_at} req={req} /> },
          ]}
          empty={
            <EmptyState title="No recorded checks yet" icon="people">
              Enter a name above. You can record and print your decision.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

/** The people who wait for a check, those who may be on the other side first. */
async function WaitingConflicts(req: PageRequest) {
  const { count, rows } = await listWaitingConflicts(req.tx, { limit: max_waiting })
  if (count === 0) return null
  return (
    <TableCard
      title={`Possible conflicts: ${cappedCountText(count, max_waiting)}`}
      card={{
        id: "waiting",
        footer:
          count > rows.length && `The first ${max_waiting} are listed. Recorded checks make room for more.`,
      }}
      caption="People whose name appears in another matter, to be checked"
      columns={[
        { label: "Name", cell: ({ name }) => <a href={conflictCheckUrl(name)}>{name}</a> },
        { label: "Strongest role", cell: ({ weight }) => weightWords[weight] },
        { label: "Added in", cell: ({ matters }) => countText(matters, "matter") },
        { label: "Since", cell: ({ since }) => <When at={since} req={req} /> },
      ]}
      records={rows}
      id={({ name }) => name}
    />
  )
}

/** Removes a name before its time, for example because the person asked to be erased, with the declined inquiry itself. */
async function removeName({ tx, staff, form, param }: PageRequest): Promise<Redirect> {
  if (staff.assigned_matters_only) throw notFound()
  const id = param("name_id")
  await removeConflictName(tx, id)
  await removeDeclined(tx, id)
  await recordAudit(tx, "conflict_name_removed", { record_id: id })
  return { to: localPath(trimmedTextOf(form, "back")), flash: { done: "conflict_name_removed" } }
}

// A new matter may start from an earlier one and copy parts of it.
import type { ComponentChildren } from "preact"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { listTeam } from "../../../../firm/users/team.ts"
import { searchEntries } from "../../../../follow-up/search/search.ts"
import { listPeople } from "../../../../intake/contacts/contacts.ts"
import {
  type CopiedPart,
  copiedParts,
  copyEarlierMatter,
} from "../../../../intake/earlier-matters/earlier-matters.ts"
import { requireMatter } from "../../../../intake/matters/console/frame/require-matter.ts"
import { listMatterOverviews } from "../../../../intake/matters/list/list.ts"
import type { MatterRow } from "../../../../intake/matters/matter-row.ts"
import { listAdmitted, restrictMatter } from "../../../../intake/matters/parties/access-list.ts"
import type { Person } from "../../../../intake/matters/parties/parties.ts"
import type { Fault } from "../../../../platform/errors.ts"
import { checkboxes } from "../../../../web/console/forms/choice-fields.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { dayText } from "../../../../web/console/times.tsx"
import { Card, Details } from "../../../../web/ui/components/card.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { List } from "../../../../web/ui/components/list.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"

const newMatterUrl = "/console/matters/new"
const max_results = 8

export type EarlierMatter = NonNullable<Awaited<ReturnType<typeof readEarlier>>>

/**
 * The earlier matter in the query string, if any, with the people it suggests for the new one; throws "not found" for one
 * this member may not see.
 */
export async function readEarlier(req: PageRequest) {
  const id = req.query.from
  if (!id) return undefined
  const matter = await requireMatter({ tx: req.tx, staff: req.staff, param: () => id })
  const page = { page: 1, limit: 1, offset: 0 }
  const [people, { rows }] = await Promise.all([
    listPeople(req.tx, matter.id),
    listMatterOverviews(req.tx, { ids: [matter.id] }, page),
  ])
  const personOf = (contact_id: string | null): Person | undefined => {
    const person = people.find((one) => one.id === contact_id)
    if (!person) return undefined
    const { first_name, last_name, email_addresses } = person
    return { first_name, last_name, email: email_addresses[0]?.email ?? "" }
  }
  const isSelf = matter.client_type === "self"
  return {
    matter,
    title: rows[0]?.questionnaire_title ?? "",
    client: personOf(matter.contact_representative_id ?? matter.contact_main_id) ?? {},
    partner: isSelf ? personOf(matter.contact_spouse_id) : undefined,
  }
}

/** Searches for an earlier matter. A form of its own, so it comes before the main one: forms cannot nest. */
export async function EarlierSearch(req: PageRequest) {
  const search = req.query.earlier?.trim() ?? ""
  const found = search ? await findMatters(req, search) : []
  return (
    <Details summary="Start from an earlier matter" open={search !== ""}>
      <FilterBar action={newMatterUrl} label="Find an earlier matter" submit="Find">
        <TextField
          id="earlier"
          label="Name of the client or matter"
          type="search"
          value={search}
          autocomplete="off"
        />
      </FilterBar>
      {search && found.length === 0 && (
        <p>No matching matters. Try another spelling, or fill in the form below.</p>
      )}
      <List
        items={found.map(({ id, name, questionnaire_title, open_date, person }) => (
          <>
            <a href={`${newMatterUrl}?from=${id}`}>{name}</a>{" "}
            <span class="hint">
              {questionnaire_title}, opened {dayText(open_date)}
              {person && `, with ${person}`}
            </span>
          </>
        ))}
      />
    </Details>
  )
}

/** The best matches first, each with the person whose name matches. */
async function findMatters({ tx, staff }: PageRequest, search: string) {
  const assignee_id = staff.assigned_matters_only ? staff.user_id : null
  const entries = await searchEntries(tx, search, { assignee_id, limit: 50 })
  const people = new Map(entries.toReversed().map(({ matter_id, full_name }) => [matter_id, full_name]))
  const ids = [...new Set(entries.map(({ matter_id }) => matter_id))].slice(0, max_results)
  const { rows } = await listMatterOverviews(tx, { ids }, { page: 1, limit: max_results, offset: 0 })
  return rows
    .map((row) => ({ ...row, person: people.get(row.id) }))
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

const partWords: Record<CopiedPart, { label: string; hint: string }> = {
  people: { label: "People", hint: "Everyone, with their addresses, dates and relationships." },
  roles: { label: "Roles", hint: "Who serves in which role, for roles both questionnaires have." },
  assets: { label: "Assets", hint: "With owners, values and beneficiaries." },
  answers: {
    label: "Answers",
    hint: "Suggested to the client, and counted as answers only after the client saves them. Sensitive answers are left out.",
  },
}

/** What to copy from the earlier matter. */
export const earlierFields = {
  copy: checkboxes({
    label: "Copy",
    options: copiedParts.map((value) => ({ value, ...partWords[value] })),
    value: copiedParts,
  }),
}

export function EarlierCard({ earlier, children }: { earlier: EarlierMatter; children: ComponentChildren }) {
  const { matter, title } = earlier
  return (
    <Card title="Starts from an earlier matter" actions={<a href={newMatterUrl}>Start without it</a>}>
      <p>
        <a href={`/console/matters/${matter.id}`}>{matter.name}</a> ({title}, opened{" "}
        {dayText(matter.open_date)}). The earlier matter does not change.
        {matter.is_restricted && " It is restricted, so the new one will be restricted to the same people."}
      </p>
      {children}
    </Card>
  )
}

/** A representative's matter cannot seed a client's own: it describes its people relative to the person represented. */
export function earlierFaults(
  earlier: EarlierMatter | undefined,
  client_type: MatterRow["client_type"],
): Fault[] {
  if (earlier?.matter.client_type !== "representative" || client_type === "representative") return []
  const message =
    "A representative filled in the earlier matter. Choose a questionnaire for representatives, or start without it."
  return [{ param: "questionnaire_id", code: "other_client", message }]
}

/** Copies the chosen parts into the new matter. */
export async function copyFromEarlier(
  { tx, parts }: PageRequest,
  { matter }: EarlierMatter,
  matter_id: string,
  choice: { parts: readonly CopiedPart[]; partner: Person | undefined },
): Promise<void> {
  // The copy of a restricted matter must not be visible to everyone.
  const admitted = await readAdmitted(tx, matter.id)
  if (admitted.length > 0) await restrictMatter(tx, matter_id, admitted)
  const copied = await copyEarlierMatter(tx, parts.ring, [matter.id, matter_id], choice)
  const counts = choice.parts.map((part) => `${copied[part]} ${part}`).join(", ")
  await recordAudit(tx, "matter_created", { matter_id })
  // The new matter may be opened to everyone later; its audit entry must not name a restricted one.
  const label = matter.is_restricted ? counts : `${matter.name}: ${counts}`
  await recordAudit(tx, "matter_copied", { matter_id, record_id: matter.id, label })
}

/** Ids of the active staff to whom a matter is restricted; empty if everyone may see it. */
async function readAdmitted(tx: PageRequest["tx"], matter_id: string): Promise<string[]> {
  const people = await listAdmitted(tx, matter_id)
  if (people.length === 0) return []
  const team = await listTeam(tx)
  const active = new Set(team.filter((member) => member.deactivated_at === null).map(({ id }) => id))
  return people.map(({ id }) => id).filter((id) => active.has(id))
}

// At the creation of a matter: the earlier one it may start from, and what of it.

import { recordAudit } from "../../audit/audit.ts"
import { listPeople } from "../../contacts/contacts.ts"
import { type CopiedPart, copiedParts, copyEarlierMatter } from "../../earlier-matters/earlier-matters.ts"
import { listAdmitted, restrictMatter } from "../../matters/access-list.ts"
import { listMatterOverviews } from "../../matters/list.ts"
import type { MatterRow } from "../../matters/matter-row.ts"
import type { Person } from "../../matters/parties.ts"
import type { Fault } from "../../platform/errors.ts"
import { searchEntries } from "../../search/search.ts"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import { Details } from "../../ui/components/details.tsx"
import { FilterBar } from "../../ui/components/filter-bar.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { listTeam } from "../../users/team.ts"
import { type PageRequest, type RefusedForm, tickedOr } from "../page-request.ts"
import { dayText } from "../times.tsx"
import { requireMatter } from "./require-matter.ts"

const path = "/console/matters/new"
const shown = 8

/** The earlier matter that the address names, with who fills in the new one as far as it tells. */
export interface Earlier {
  matter: MatterRow
  title: string
  client: Person
  partner: Person | undefined
}

/** The matter in the address that the new one starts from; throws "not found" for one this member may not see. */
export async function readEarlier(req: PageRequest): Promise<Earlier | undefined> {
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

/** Finds the earlier matter; it stands before the form, being one of its own. */
export async function EarlierSearch(req: PageRequest) {
  const words = req.query.earlier?.trim() ?? ""
  const found = words ? await findMatters(req, words) : []
  return (
    <Details summary="Start from an earlier matter" open={words !== ""}>
      <FilterBar action={path} label="Find an earlier matter" submit={<Button look="secondary">Find</Button>}>
        <TextField
          id="earlier"
          label="Name of the client or of the matter"
          type="search"
          value={words}
          autocomplete="off"
        />
      </FilterBar>
      {words && found.length === 0 && (
        <p>No matter was found. Try another spelling, or fill in the form below.</p>
      )}
      {found.length > 0 && (
        <ul>
          {found.map(({ id, name, questionnaire_title, open_date, person }) => (
            <li key={id}>
              <a href={`${path}?from=${id}`}>{name}</a>{" "}
              <span class="hint">
                {questionnaire_title}, opened {dayText(open_date)}
                {person && `, with ${person}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Details>
  )
}

/** The likest first, each with the person of that name. */
async function findMatters({ tx, staff }: PageRequest, words: string) {
  const assignee_id = staff.assigned_matters_only ? staff.user_id : null
  const entries = await searchEntries(tx, words, { assignee_id, limit: 50 })
  const people = new Map(entries.toReversed().map(({ matter_id, full_name }) => [matter_id, full_name]))
  const ids = [...new Set(entries.map(({ matter_id }) => matter_id))].slice(0, shown)
  const { rows } = await listMatterOverviews(tx, { ids }, { page: 1, limit: shown, offset: 0 })
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
    hint: "Offered to the client, and answered only once the client has saved them. Sensitive answers are left out.",
  },
}

/** What is taken along from the matter that was chosen. */
export function EarlierCard({ earlier, refused }: { earlier: Earlier; refused: RefusedForm | undefined }) {
  const { matter, title } = earlier
  return (
    <Card title="Starts from an earlier matter" actions={<a href={path}>Start without it</a>}>
      <p>
        <a href={`/console/matters/${matter.id}`}>{matter.name}</a> ({title}, opened{" "}
        {dayText(matter.open_date)}). The earlier matter stays as it is.
        {matter.is_restricted && " It is restricted, and so will be the new one, to the same people."}
      </p>
      <CheckboxGroup
        id="copy"
        label="Take along"
        values={tickedOr(refused, "copy", copiedParts)}
        options={copiedParts.map((value) => ({ value, ...partWords[value] }))}
      />
    </Card>
  )
}

/** People stand in an earlier matter as what they are to the one it is about. */
export function earlierFaults(earlier: Earlier | undefined, client_type: MatterRow["client_type"]): Fault[] {
  if (earlier?.matter.client_type !== "representative" || client_type === "representative") return []
  const message =
    "A representative filled in the earlier matter. Choose a questionnaire for representatives, or start without it."
  return [{ param: "questionnaire_id", code: "other_client", message }]
}

/** Copies what was ticked into the matter that was just created. */
export async function takeAlong(
  { tx, parts, form }: PageRequest,
  { matter }: Earlier,
  matter_id: string,
  partner: Person | undefined,
): Promise<void> {
  // What only certain people may see must not become everyone's by being copied.
  const admitted = await readAdmitted(tx, matter.id)
  if (admitted.length > 0) await restrictMatter(tx, matter_id, admitted)
  const chosen = copiedParts.filter((part) => form.copy?.includes(part))
  const copied = await copyEarlierMatter(tx, parts.ring, [matter.id, matter_id], { parts: chosen, partner })
  const counts = chosen.map((part) => `${copied[part]} ${part}`).join(", ")
  await recordAudit(tx, "matter_created", { matter_id })
  // The new one may be opened to everyone later, and tells nothing then of the one it came from.
  const label = matter.is_restricted ? counts : `${matter.name}: ${counts}`
  await recordAudit(tx, "matter_copied", { matter_id, record_id: matter.id, label })
}

/** Ids of the people at work to whom a matter is restricted; none where everyone may see it. */
async function readAdmitted(tx: PageRequest["tx"], matter_id: string): Promise<string[]> {
  const people = await listAdmitted(tx, matter_id)
  if (people.length === 0) return []
  const team = await listTeam(tx)
  const atWork = new Set(team.filter((member) => member.deactivated_at === null).map(({ id }) => id))
  return people.map(({ id }) => id).filter((id) => atWork.has(id))
}

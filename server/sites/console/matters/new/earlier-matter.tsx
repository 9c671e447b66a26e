// A new matter may start from an earlier one of the same person and copy parts of it.
import type { ComponentChildren } from "preact"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { listTeam } from "../../../../firm/users/team.ts"
import { joinPeople } from "../../../../follow-up/search/people.ts"
import { listPeople } from "../../../../intake/contacts/contacts.ts"
import { isNearly, wordsOfName } from "../../../../intake/contacts/similar.ts"
import {
  type CopiedPart,
  copiedParts,
  copyEarlierMatter,
} from "../../../../intake/earlier-matters/earlier-matters.ts"
import { clientOf } from "../../../../intake/earlier-matters/people.ts"
import { requireMatter } from "../../../../intake/matters/console/frame/require-matter.ts"
import { markPrefilled } from "../../../../intake/matters/lifecycle.ts"
import { listMatterOverviews } from "../../../../intake/matters/list/list.ts"
import type { MatterRow } from "../../../../intake/matters/matter-row.ts"
import { listAdmitted, restrictMatter } from "../../../../intake/matters/parties/access-list.ts"
import type { Person } from "../../../../intake/matters/parties/parties.ts"
import { type Fault, found } from "../../../../platform/errors.ts"
import { checkboxes } from "../../../../web/console/forms/choice-fields.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { dayText } from "../../../../web/console/times.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"

export type EarlierMatter = NonNullable<Awaited<ReturnType<typeof readEarlier>>>

/**
 * The earlier matter in the query string, if any, with the people it suggests for the new one: its clients or, from the
 * page of another person in it, that one. Throws "not found" for one this member may not see.
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
  const { person = "" } = req.query
  const main_id = clientOf(matter)
  const only = person && person !== matter.contact_main_id && person !== main_id ? person : undefined
  const client_id = only ?? main_id
  // What another client said of a person is not for that person to read.
  const isOwn = people.find(({ id }) => id === client_id)?.is_client === true
  const spouse = personOf(matter.contact_spouse_id)
  const parts = only ? (isOwn ? ownParts : []) : copiedParts
  return {
    matter,
    title: rows[0]?.questionnaire_title ?? "",
    client: found(personOf(client_id)),
    partner: matter.client_type === "self" && !only && (!person || spouse?.email) ? spouse : undefined,
    only,
    parts,
    suggested: person ? ownParts : copiedParts,
  }
}

const ownParts = ["people", "contact_details"] as const

const partWords: Record<CopiedPart, { label: string; hint: string }> = {
  people: { label: "People", hint: "Everyone, with their dates and relationships." },
  contact_details: { label: "Contact details", hint: "Phones, emails and addresses of those people." },
  roles: { label: "Roles", hint: "Who serves in which role, for roles both questionnaires have." },
  assets: { label: "Assets", hint: "With owners, values and beneficiaries." },
  answers: {
    label: "Answers",
    hint: "Suggested to the client, and counted as answers only after the client saves them. Sensitive answers are left out.",
  },
}

export const earlierFields = ({ parts, suggested }: EarlierMatter) => ({
  copy: checkboxes({
    label: "Copy",
    options: parts.map((value) => ({ value, ...partWords[value] })),
    value: suggested,
  }),
})

export function EarlierCard({ earlier, children }: { earlier: EarlierMatter; children: ComponentChildren }) {
  const { matter, title } = earlier
  return (
    <Card title="Starts from an earlier matter" actions={<a href="/console/matters/new">Start without it</a>}>
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
  if (
    !earlier ||
    earlier.only ||
    earlier.matter.client_type !== "representative" ||
    client_type === "representative"
  )
    return []
  const message =
    "A representative filled in the earlier matter. Choose a questionnaire for representatives, or start without it."
  return [{ param: "questionnaire_id", code: "other_client", message }]
}

/** Copies the chosen parts into the new matter, whose people are the same persons. */
export async function copyFromEarlier(
  { tx, parts }: PageRequest,
  { matter, only, client: former }: EarlierMatter,
  matter_id: string,
  { client, ...choice }: { parts: readonly CopiedPart[]; client: Person; partner: Person | undefined },
): Promise<void> {
  // The copy of a restricted matter must not be visible to everyone.
  const admitted = await readAdmitted(tx, matter.id)
  if (admitted.length > 0) await restrictMatter(tx, matter_id, admitted)
  await markPrefilled(tx, matter_id)
  const copied = await copyEarlierMatter(tx, parts.ring, [matter.id, matter_id], { ...choice, only })
  // Staff may have typed someone else's name over the client's.
  const [first, former_first] = [client, former].map((one) => wordsOfName(one.first_name ?? "")[0])
  for (const [before, now] of copied.copies)
    if (now !== copied.client_id || isNearly(first, former_first)) await joinPeople(tx, before, now)
  const counts = choice.parts
    .flatMap((part) => (part === "contact_details" ? [] : `${copied[part]} ${part}`))
    .join(", ")
  await recordAudit(tx, "matter_created", { matter_id })
  // The new matter may be opened to everyone later; its audit entry must not name a restricted one.
  const label = [matter.is_restricted ? "" : matter.name, counts].filter(Boolean).join(": ")
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

// What the firm's software knows before a client starts. People, roles and assets become records, which the client
// checks like any others; answers are offered, and count once the client saves them.
import { answerKey } from "../../definition/conditions/conditions.ts"
import { readFirmDay, sql, type Tx } from "../../platform/db/sql.ts"
import { badField, badRequest, Failure, type Fault } from "../../platform/errors.ts"
import { faultCodes } from "../../platform/fault-codes.ts"
import { acceptAnswer } from "../answers/answers.ts"
import { offerPriorAnswers, type PriorAnswer } from "../answers/prior-answers.ts"
import { addAsset, changeAsset } from "../assets/editing.ts"
import { changeAddresses, changeEmails, changePhones } from "../contacts/contact-details.ts"
import { addContact, changeContact } from "../contacts/editing.ts"
import { markPrefilled } from "../matters/lifecycle.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import { contactOf } from "../matters/parties/parties.ts"
import { readVisibility } from "../matters/progress/visibility.ts"
import { assignRole } from "../roles/roles.ts"
import type { NewPrefill, Prefill } from "./schema.ts"

type Known<Part extends keyof NewPrefill> = NonNullable<NewPrefill[Part]>[number]

/**
 * Enters what is known, all of it or nothing. Throws "bad request" with every fault, "not found", and "conflict" once
 * the client has started.
 */
export async function prefillMatter(tx: Tx, matter_id: string, known: NewPrefill): Promise<Prefill> {
  const matter = await markPrefilled(tx, matter_id)
  const faults: Fault[] = []
  const each = async <One extends object, Done>(
    part: string,
    list: readonly One[] = [],
    enter: (one: One) => Promise<Done>,
  ) => {
    const done: Done[] = []
    for (const [index, one] of list.entries()) {
      const result = await enter(one).catch((error: unknown) => {
        faults.push(...faultsOf(error, `${part}.${index}`, one))
      })
      if (result !== undefined) done.push(result)
    }
    return done
  }
  const people = await each("people", known.people, (person) => enterPerson(tx, matter, person))
  const assets = await each("assets", known.assets, (asset) => enterAsset(tx, matter, asset))
  const roles = await each("roles", known.roles, (role) => enterRole(tx, matter, role))
  const today = await readFirmDay(tx)
  const visibility = await readVisibility(tx, matter_id)
  const answers = await each("answers", known.answers, async ({ question, about, value }) => {
    const answer = { question_id: question, about: clientOf(matter, about), value }
    const accepted = await acceptAnswer(tx, matter_id, visibility, answer)
    if (!accepted || accepted.value === null)
      throw badField("value", "required", "This question takes no such answer.")
    if (accepted.sensitive)
      throw badField("question", "sensitive_answer", "Only the client gives a sensitive answer.")
    const field = answerKey(question, answer.about)
    return { field, value: accepted.value, opened_on: today, is_from_firm: true } satisfies PriorAnswer
  })
  faults.push(...findDuplicates(known.answers))
  if (faults.length > 0) throw badRequest(faults)
  await offerPriorAnswers(tx, matter_id, answers)
  return { matter_id, people, assets, answers: answers.length, roles: roles.length }
}

/** The faults of one entry, named by its place in the request. The readers of values have codes of their own, for forms. */
function faultsOf(error: unknown, place: string, entry: object): Fault[] {
  if (!(error instanceof Failure) || !error.errors) throw error
  const nameOf = (param: string) =>
    "fields" in entry && Object.hasOwn(entry.fields as object, param)
      ? `fields.${param}`
      : (nameInRequest[param] ?? param)
  return error.errors.map(({ param, code, message }) => ({
    param: `${place}.${nameOf(param)}`,
    code: code in faultCodes ? code : "unfit_value",
    message,
  }))
}

/** What readers call a field that the request names otherwise. */
const nameInRequest: Readonly<Record<string, string>> = {
  question_id: "question",
  role_id: "role",
  focus_contact_id: "about",
}

function findDuplicates(answers: NewPrefill["answers"] = []): Fault[] {
  const message = "Two answers are to the same question."
  return answers.flatMap(({ question, about }, index) =>
    answers.findIndex((one) => one.question === question && one.about === about) === index
      ? []
      : [{ param: `answers.${index}.question`, code: "question_repeated", message }],
  )
}

async function enterPerson(tx: Tx, matter: MatterRow, person: Known<"people">): Promise<string> {
  const { party, contact, relationship_type, phone_numbers, email_addresses, addresses, ...fields } = person
  const edits = Object.entries({ relationship_type, ...fields }).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, value }],
  )
  const id = party ? requireParty(matter, party) : contact && (await requirePerson(tx, matter.id, contact))
  if (!id && !relationship_type)
    throw badField("relationship_type", "required", "Say how this person is related to the client.")
  const contact_id =
    id ?? (await addContact(tx, matter.id, { ...fields, relationship_type: relationship_type ?? "" }))
  if (id) await changeContact(tx, id, edits)
  if (phone_numbers) await changePhones(tx, contact_id, phone_numbers)
  if (email_addresses) await changeEmails(tx, contact_id, email_addresses)
  if (addresses) await changeAddresses(tx, contact_id, addresses)
  return contact_id
}

function requireParty(matter: MatterRow, party: NonNullable<Known<"people">["party"]>): string {
  const id = contactOf(matter, party)
  if (id) return id
  const message = `This matter has no ${party}. Invite one first, or add the person with a relationship.`
  throw badField("party", "unknown_value", message)
}

async function requirePerson(tx: Tx, matter_id: string, contact_id: string): Promise<string> {
  const known = await tx.maybe(sql`
    select id from contacts where id = ${contact_id} and matter_id = ${matter_id}`)
  if (known) return contact_id
  throw badField("contact", "unknown_value", "There is no such person in this matter.")
}

async function enterAsset(tx: Tx, matter: MatterRow, asset: Known<"assets">): Promise<string> {
  const { asset: id, ...values } = asset
  if (!id) return addAsset(tx, matter.id, values)
  const known = await tx.maybe<{ for_fin_category: string }>(sql`
    select for_fin_category from assets where id = ${id} and matter_id = ${matter.id}`)
  if (!known) throw badField("asset", "unknown_value", "There is no such asset in this matter.")
  const { for_fin_category, fields = {}, ...rest } = values
  if (for_fin_category !== known.for_fin_category)
    throw badField("for_fin_category", "unknown_value", "This asset is of another category.")
  await changeAsset(
    tx,
    id,
    Object.entries({ ...rest, ...fields }).map(([field, value]) => ({ field, value })),
  )
  return id
}

async function enterRole(
  tx: Tx,
  matter: MatterRow,
  { role, about, levels }: Known<"roles">,
): Promise<string> {
  await assignRole(tx, matter.id, { role_id: role, focus_contact_id: clientOf(matter, about), levels })
  return role
}

/** The client that an entry is about; null if it is not about one. */
function clientOf(matter: MatterRow, about: "main" | "partner" | undefined): string | null {
  if (!about) return null
  const client = contactOf(matter, about)
  if (client) return client
  throw badField("about", "unknown_value", `This matter has no ${about}.`)
}

// What the firm's software knows before a client starts. People, roles and assets become records, which the client
// checks like any others; answers are offered, and count once the client saves them.
import { answerKey } from "../../definition/conditions/conditions.ts"
import type { Tx } from "../../platform/db/sql.ts"
import { badField, badRequest, Failure, type Fault } from "../../platform/errors.ts"
import { faultCodes } from "../../platform/fault-codes.ts"
import { newId } from "../../platform/ids.ts"
import { acceptAnswer } from "../answers/answers.ts"
import { offerPriorAnswers, type PriorAnswer } from "../answers/prior-answers.ts"
import { listAssetRecords } from "../assets/assets.ts"
import { type CheckedAsset, checkAsset, saveAssets } from "../assets/many-assets.ts"
import { type CheckedPerson, checkPerson, readPeople, savePeople } from "../contacts/many-people.ts"
import { markPrefilled } from "../matters/lifecycle.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import { contactOf } from "../matters/parties/parties.ts"
import { readVisibility, type Visibility } from "../matters/progress/visibility.ts"
import { assignRoles, checkRole, readRoles } from "../roles/roles.ts"
import type { NewPrefill, Prefill } from "./schema.ts"

type Known<Part extends keyof NewPrefill> = NonNullable<NewPrefill[Part]>[number]

/**
 * Enters what is known, all of it or nothing, in a few statements however much it is. Throws "bad request" with every
 * fault, "not found", and "conflict" once the client has started.
 */
export async function prefillMatter(tx: Tx, matter_id: string, known: NewPrefill): Promise<Prefill> {
  const matter = await markPrefilled(tx, matter_id)
  const faults: Fault[] = []
  const each = async <One extends object, Checked>(
    part: string,
    list: readonly One[] = [],
    check: (one: One) => Checked | Promise<Checked>,
  ) => {
    const checked: Checked[] = []
    for (const [index, one] of list.entries()) {
      try {
        checked.push(await check(one))
      } catch (error) {
        faults.push(...faultsOf(error, `${part}.${index}`, one))
      }
    }
    return checked
  }
  const visibility = await readVisibility(tx, matter_id)
  const { today } = visibility
  const roles = await readRoles(tx, matter_id, visibility)
  const people = await each("people", known.people, await personCheck(tx, matter, known.people))
  const assets = await each("assets", known.assets, await assetCheck(tx, matter, known.assets, visibility))
  const assigned = await each("roles", known.roles, ({ role, about, levels }) =>
    checkRole(roles, { role_id: role, focus_contact_id: clientOf(matter, about), levels }),
  )
  const isPerson = (id: string) => Object.hasOwn(roles.names, id)
  const answers = await each("answers", known.answers, async ({ question, about, value }) => {
    const answer = { question_id: question, about: clientOf(matter, about), value }
    const accepted = await acceptAnswer(visibility, answer, isPerson)
    if (!accepted || accepted.value === null)
      throw badField("value", "required", "This question takes no such answer.")
    if (accepted.sensitive)
      throw badField("question", "sensitive_answer", "Only the client gives a sensitive answer.")
    const field = answerKey(question, answer.about)
    return { field, value: accepted.value, opened_on: today, is_from_firm: true } satisfies PriorAnswer
  })
  faults.push(...findDuplicates(known.answers))
  if (faults.length > 0) throw badRequest(faults)
  await savePeople(tx, people)
  await saveAssets(tx, matter_id, assets)
  await assignRoles(tx, matter_id, assigned)
  await offerPriorAnswers(tx, matter_id, answers)
  return {
    matter_id,
    people: people.map(({ contact_id }) => contact_id),
    assets: assets.map(({ asset_id }) => asset_id),
    answers: answers.length,
    roles: assigned.length,
  }
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

async function personCheck(
  tx: Tx,
  matter: MatterRow,
  people: NewPrefill["people"] = [],
): Promise<(person: Known<"people">) => CheckedPerson> {
  const ids = people.flatMap(({ party, contact }) => (party ? contactOf(matter, party) : contact) ?? [])
  const stored = await readPeople(tx, ids)
  return ({ party, contact, phone_numbers, email_addresses, addresses, ...fields }) => {
    if (party && contact)
      throw badField("contact", "not_together", 'Name a person by "party" or by "contact", not by both.')
    const id = party ? requireParty(matter, party) : contact
    if (id && stored.get(id)?.matter_id !== matter.id)
      throw badField("contact", "unknown_value", "There is no such person in this matter.")
    if (!id && !fields.relationship_type)
      throw badField("relationship_type", "required", "Say how this person is related to the client.")
    const edits = Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [{ field, value }],
    )
    const lists = { phones: phone_numbers, emails: email_addresses, addresses }
    const person = { contact_id: id ?? newId("contact"), stored: id ? stored.get(id) : undefined }
    return checkPerson(matter, { ...person, edits }, lists)
  }
}

function requireParty(
  matter: MatterRow,
  party: NonNullable<Known<"people">["party"]>,
  param = "party",
): string {
  const id = contactOf(matter, party)
  if (id) return id
  const message = `This matter has no ${party}. Invite one first, or add the person with a relationship.`
  throw badField(param, "unknown_value", message)
}

async function assetCheck(
  tx: Tx,
  matter: MatterRow,
  assets: NewPrefill["assets"] = [],
  { definition, today }: Visibility,
): Promise<(asset: Known<"assets">) => CheckedAsset> {
  const isAny = assets.some(({ asset }) => asset !== undefined)
  const stored = new Map((isAny ? await listAssetRecords(tx, matter.id) : []).map((one) => [one.id, one]))
  return ({ asset: id, for_fin_category, fields = {}, ...values }) => {
    const known = id === undefined ? undefined : stored.get(id)
    if (id !== undefined && !known)
      throw badField("asset", "unknown_value", "There is no such asset in this matter.")
    if (known && for_fin_category !== known.for_fin_category)
      throw badField("for_fin_category", "unknown_value", "This asset is of another category.")
    const { owner_type = known?.owner_type, owner_value } = values
    if (owner_type === "partner" || owner_type === "joint") requireParty(matter, "partner", "owner_type")
    if (owner_value && owner_type !== "other")
      throw badField("owner_value", "not_together", 'Owners in words go with "owner_type": "other".')
    const edits = Object.entries({ ...values, ...fields }).map(([field, value]) => ({ field, value }))
    const asset = { asset_id: id ?? newId("asset"), stored: known, for_fin_category, edits }
    return checkAsset(definition, today, asset)
  }
}

/** The client that an entry is about; null if it is not about one. */
function clientOf(matter: MatterRow, about: "main" | "partner" | undefined): string | null {
  if (!about) return null
  const client = contactOf(matter, about)
  if (client) return client
  throw badField("about", "unknown_value", `This matter has no ${about}.`)
}

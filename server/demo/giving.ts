import { Readable } from "node:stream"
import { saveAnswer } from "../answers/answers.ts"
import { changeBeneficiaries } from "../assets/beneficiaries.ts"
import { addAsset, changeAsset } from "../assets/editing.ts"
import { addContact, changeContact } from "../contacts/editing.ts"
import { changeMatterFacts } from "../contacts/facts.ts"
import { addPartner } from "../contacts/partner.ts"
import { changeAddresses, changeEmails, changePhones } from "../contacts/reach.ts"
import { receiveDocument, type UploadParts } from "../documents/uploads.ts"
import type { Identity, Tx } from "../platform/db/database.ts"
import type { KeyRing } from "../platform/secrets/key_ring.ts"
import { questionsOf } from "../questionnaires/parts.ts"
import { assignRole } from "../roles/roles.ts"
import { known, type Told } from "./stage.ts"
import type { AssetGiven, FileGiven, Given, PersonGiven, RoleGiven } from "./story.ts"

/** Writes down all that is given but the files. */
export async function give(tx: Tx, ring: KeyRing, told: Told, given: Given): Promise<void> {
  const { facts = {}, people = {}, answers = {}, roles = [], assets = {} } = given
  await changeMatterFacts(tx, told.matter_id, editsOf(facts))
  // One connection answers in the order it is asked, so that what is given side by side keeps its order, too.
  await Promise.all(Object.entries(people).map(([key, person]) => givePerson(tx, told, key, person)))
  await Promise.all(Object.entries(answers).map(([key, value]) => giveAnswer(tx, ring, told, key, value)))
  await Promise.all(roles.map((role) => giveRole(tx, told, role)))
  await Promise.all(Object.entries(assets).map(([key, asset]) => giveAsset(tx, told, key, asset)))
}

/** Uploads files, each to its document request or asset. */
export async function giveFiles(
  parts: UploadParts,
  actor: Identity,
  { matter_id, questionnaire, assets }: Told,
  files: readonly FileGiven[],
): Promise<void> {
  for (const { to, filename, content } of files) {
    const source = Readable.from([await content()])
    const asset_id = assets[to]
    const target = asset_id ? { asset_id } : { request_id: known(questionnaire.ids.get(to), to) }
    await receiveDocument(parts, actor, { matter_id, filename, source, ...target })
  }
}

async function givePerson(tx: Tx, told: Told, key: string, person: PersonGiven): Promise<void> {
  const { phones, emails, addresses, ...fields } = person
  if (key === "partner") told.people.partner ??= await addPartner(tx, told.matter_id)
  const contact_id = told.people[key]
  if (contact_id === undefined) {
    const relationship_type = known(person.relationship_type, `${key}'s relationship`)
    told.people[key] = await addContact(tx, told.matter_id, { ...person, relationship_type })
    return
  }
  await changeContact(tx, contact_id, editsOf(fields))
  if (phones) await changePhones(tx, contact_id, phones)
  if (emails) await changeEmails(tx, contact_id, emails)
  if (addresses) await changeAddresses(tx, contact_id, addresses)
}

async function giveAnswer(
  tx: Tx,
  ring: KeyRing,
  told: Told,
  key: string,
  given: string | boolean | readonly string[],
): Promise<void> {
  const [name = "", of] = key.split(":")
  const question_id = known(told.questionnaire.ids.get(name), name)
  const question = questionsOf(told.questionnaire.definition).find(({ id }) => id === question_id)
  const value = question?.type === "contact" ? personIn(told, String(given)) : given
  await saveAnswer(tx, ring, told.matter_id, { question_id, about: of ? personIn(told, of) : null, value })
}

async function giveRole(tx: Tx, told: Told, { role, of, levels }: RoleGiven): Promise<void> {
  await assignRole(tx, told.matter_id, {
    role_id: known(told.questionnaire.ids.get(role), role),
    focus_contact_id: of ? personIn(told, of) : null,
    levels: levels.map((people) => people.map((key) => personIn(told, key))),
  })
}

async function giveAsset(tx: Tx, told: Told, key: string, asset: AssetGiven): Promise<void> {
  const { category, fields = {}, beneficiaries, ...values } = asset
  const idOf = (name: string) => known(told.questionnaire.ids.get(name), name)
  const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [idOf(name), value]))
  const asset_id = told.assets[key]
  if (asset_id === undefined) {
    const for_fin_category = idOf(known(category, `the category of ${key}`))
    told.assets[key] = await addAsset(tx, told.matter_id, { for_fin_category, ...values, fields: named })
  } else {
    await changeAsset(tx, asset_id, editsOf({ ...values, ...named }))
  }
  if (!beneficiaries) return
  const rows = beneficiaries.map(([person, share, level = "primary" as const]) => ({
    contact_id: personIn(told, person),
    share,
    level,
  }))
  await changeBeneficiaries(tx, known(told.assets[key], key), rows)
}

function personIn({ people }: Told, key: string): string {
  return known(people[key], key)
}

function editsOf<Value extends string | number>(
  fields: Readonly<Record<string, Value | undefined>>,
): { field: string; value: Value }[] {
  return Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [{ field, value }]))
}

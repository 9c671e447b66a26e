import { Readable } from "node:stream"
import { questionsOf } from "../server/definition/parts.ts"
import { saveAnswer } from "../server/intake/answers/answers.ts"
import { changeBeneficiaries } from "../server/intake/assets/beneficiaries.ts"
import { addAsset, changeAsset } from "../server/intake/assets/editing.ts"
import { changeAddresses, changeEmails, changePhones } from "../server/intake/contacts/contact-details.ts"
import { addContact, changeContact } from "../server/intake/contacts/editing.ts"
import { changeMatterFacts } from "../server/intake/contacts/facts.ts"
import { addPartner } from "../server/intake/contacts/partner.ts"
import { receiveDocument, type UploadParts } from "../server/intake/documents/uploads/uploads.ts"
import { assignRole } from "../server/intake/roles/roles.ts"
import { pdf, photo } from "../server/operations/test-submissions/sample-documents.ts"
import type { Identity, Tx } from "../server/platform/db/database.ts"
import type { KeyRing } from "../server/platform/secrets/key-ring.ts"
import { found, type MatterKeys, partIn, personIn } from "./keys.ts"
import type { AssetRecord, PersonRecord, Records, RoleRecord, Upload } from "./record-shapes.ts"

/** Saves all records except files. */
export async function saveRecords(tx: Tx, ring: KeyRing, keys: MatterKeys, records: Records): Promise<void> {
  const { facts = {}, people = {}, answers = {}, roles = [], assets = {} } = records
  await changeMatterFacts(tx, keys.matter_id, editsOf(facts))
  // One connection runs queries in the order sent, so these parallel saves keep their order too.
  await Promise.all(Object.entries(people).map(([key, person]) => savePerson(tx, keys, key, person)))
  await Promise.all(Object.entries(answers).map(([key, value]) => saveAnswerTo(tx, ring, keys, key, value)))
  await Promise.all(roles.map((role) => saveRole(tx, keys, role)))
  await Promise.all(Object.entries(assets).map(([key, asset]) => saveAsset(tx, keys, key, asset)))
}

/** Uploads files, each to its document request or asset. */
export async function uploadFiles(
  parts: UploadParts,
  actor: Identity,
  keys: MatterKeys,
  files: readonly Upload[],
): Promise<void> {
  for (const { to, filename, ...content } of files) {
    const bytes = "pdf" in content ? await pdf(content.pdf) : photo(content.photo)
    const asset_id = keys.assets[to]
    const target = asset_id ? { asset_id } : { request_id: partIn(keys, to) }
    const file = { matter_id: keys.matter_id, filename, source: Readable.from([bytes]), ...target }
    await receiveDocument(parts, actor, file)
  }
}

async function savePerson(tx: Tx, keys: MatterKeys, key: string, person: PersonRecord): Promise<void> {
  const { phones, emails, addresses, ...fields } = person
  if (key === "partner") keys.people.partner ??= await addPartner(tx, keys.matter_id)
  const contact_id = keys.people[key]
  if (contact_id === undefined) {
    const relationship_type = found(person.relationship_type, `${key}'s relationship`)
    keys.people[key] = await addContact(tx, keys.matter_id, { ...person, relationship_type })
    return
  }
  await changeContact(tx, contact_id, editsOf(fields))
  if (phones) await changePhones(tx, contact_id, phones)
  if (emails) await changeEmails(tx, contact_id, emails)
  if (addresses) await changeAddresses(tx, contact_id, addresses)
}

async function saveAnswerTo(
  tx: Tx,
  ring: KeyRing,
  keys: MatterKeys,
  key: string,
  given: string | boolean | readonly string[],
): Promise<void> {
  const [name = "", of] = key.split(":")
  const question_id = partIn(keys, name)
  const question = questionsOf(keys.questionnaire.definition).find(({ id }) => id === question_id)
  const value = question?.type === "contact" ? personIn(keys, String(given)) : given
  await saveAnswer(tx, ring, keys.matter_id, { question_id, about: of ? personIn(keys, of) : null, value })
}

async function saveRole(tx: Tx, keys: MatterKeys, { role, of, levels }: RoleRecord): Promise<void> {
  await assignRole(tx, keys.matter_id, {
    role_id: partIn(keys, role),
    focus_contact_id: of ? personIn(keys, of) : null,
    levels: levels.map((people) => people.map((key) => personIn(keys, key))),
  })
}

async function saveAsset(tx: Tx, keys: MatterKeys, key: string, asset: AssetRecord): Promise<void> {
  const { category, fields = {}, beneficiaries, ...values } = asset
  const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [partIn(keys, name), value]))
  const asset_id = keys.assets[key]
  if (asset_id === undefined) {
    const for_fin_category = partIn(keys, found(category, `the category of ${key}`))
    keys.assets[key] = await addAsset(tx, keys.matter_id, { for_fin_category, ...values, fields: named })
  } else {
    await changeAsset(tx, asset_id, editsOf({ ...values, ...named }))
  }
  if (!beneficiaries) return
  const rows = beneficiaries.map(({ person, share, level = "primary" as const }) => ({
    contact_id: personIn(keys, person),
    share,
    level,
  }))
  await changeBeneficiaries(tx, found(keys.assets[key], key), rows)
}

function editsOf<Value extends string | number>(
  fields: Readonly<Record<string, Value | undefined>>,
): { field: string; value: Value }[] {
  return Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [{ field, value }]))
}

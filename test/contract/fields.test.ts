// The field lists of the contract, as the contract words them: copied from its text, never from a response or from the
// schemas beside. Each record has exactly these fields, live and in a submission.
import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "../../server/platform/db/sql.ts"
import { provideSampleFirm } from "./sample-firm.ts"

const sample = provideSampleFirm()

/** The fields of a record; `{}` is a value, and the fields of a record in it otherwise. */
interface Fields {
  [field: string]: Fields
}
const all = (names: string): Fields => Object.fromEntries(names.split(", ").map((name) => [name, {}]))
/** An object with keys of the caller's own. */
const free: Fields = {}

const general_category = all("id, label")

const page = (results: Fields) => ({ ...all("count, next, previous"), results })

const matter_list_item = all("id, name, open_date, close_date, quest_internal_type, quest_approach")

const embedded_contact = {
  ...all("id, first_name, middle_name, last_name, suffix, full_name, also_known_as, preferred_name"),
  ...all("gender_binary, date_of_birth, date_of_death, created_at"),
  email1: all("type, email"),
  address1: all("type, street, city, postal_code, state, country_iso, country_name, full"),
  phone1: all("type, phone"),
  phone2: all("type, phone"),
}

const questionnaire = all("id, internal_type, url_short_name, active")

const matter = {
  ...all("id, name, open_date, close_date, client_type"),
  contact_representative: embedded_contact,
  contact_main: embedded_contact,
  ...all("contact_main_status, contact_main_marital_status"),
  contact_spouse: embedded_contact,
  questionnaire,
  ...all("is_submitted, client_may_edit, number_of_children, number_of_contacts"),
}

const client = {
  ...all("id, for_matter, is_client, first_name, middle_name, last_name, suffix, full_name, also_known_as"),
  ...all("preferred_name, gender_binary, date_of_birth, date_of_death"),
  phone_numbers: all("id, type, number"),
  email_addresses: all("id, type, email"),
  addresses: all("id, type, street, city, state, postal_code, country_iso, country_display, full_address"),
  ...all("created_at"),
}
const contact = { ...client, relationship: all("type, short, description") }

const asset = {
  ...all("id, for_matter, for_fin_category"),
  general_category,
  ...all("identifier_label, identifier_value, owner_label, owner_value, credit_label, credit_value"),
  ...all("debit_label, debit_value, net_value"),
  additional_fields: all("id, prompt, answer"),
  beneficiaries: all("contact, share, level"),
}

const financial_category = {
  ...all("id, for_questionnaire, title"),
  general_category,
  ...all("active, order, ask_credit_value, ask_debit_value, ask_beneficiaries"),
}

const file = all("document_id, filename, size, download_url, expires_in, uploaded_at")
const document = { ...file, document_request: all("label") }
const financial_document = {
  ...file,
  fin_item: all("description, id"),
  fin_category: { ...all("id, label"), general_category },
}
const documents = (item: Fields) => ({ ...all("matter_id, count, next, previous"), documents: item })

const role = {
  ...all("id, role_description, split, focus_type, focus_contact"),
  assignments: all("position, contacts, display_name"),
}

const answer = all("id, section, question, prompt, type, about, value, display_value, answered_at")

const event = {
  ...all("event_id, event_type, occured_at"),
  matter: all("id"),
  meta: { questionnaire: all("id, internal_type") },
  user: all("id, is_firm_staff, is_client_user"),
}
const event_with_context = { ...event, matter: { id: {}, context: free } }

/** What is wrong about a response: each record with its path, and the fields it lacks or has beyond the contract's. */
function faultsIn(fields: Fields, body: unknown, path = ""): string[] {
  if (Array.isArray(body)) return body.flatMap((each) => faultsIn(fields, each, path))
  if (body === null || typeof body !== "object" || fields === free) return []
  const wrong = [...Object.keys(body), ...Object.keys(fields)].filter(
    (field) => !(Object.hasOwn(body, field) && Object.hasOwn(fields, field)),
  )
  return [
    ...wrong.map((field) => `${path}/${field}`),
    ...Object.entries(body).flatMap(([field, value]) =>
      faultsIn(fields[field] ?? free, value, `${path}/${field}`),
    ),
  ]
}

async function read(path: string, fields: Fields) {
  const { status, body } = await sample.get(path)
  assert.equal(status, 200, path)
  assert.deepEqual([...new Set(faultsIn(fields, body))], [], path)
  return body
}

/** Endpoints 2–8 and Get Answers: each path below a matter, and its fields. */
const ofMatter: Record<string, Fields> = {
  "": matter,
  "/clients": { matter: {}, contacts: client },
  "/contacts": { matter: {}, contacts: contact },
  "/assets": { matter: {}, assets: asset },
  "/roles": { matter: {}, roles: role },
  "/answers": { matter: {}, answers: answer },
  "/documents": documents(document),
  "/financial-documents": documents(financial_document),
}

test("every part of a matter has the contract's fields and no others, live and as it was submitted", async () => {
  for (const [path, fields] of Object.entries(ofMatter)) {
    for (const id of Object.values(sample.matters)) await read(`/v1/matters/${id}${path}`, fields)
    await read(`/v1/matters/${sample.couple.matter_id}${path}?submission=1`, fields)
  }
})

test("a submission stored with owners or without shows none of them among its assets, and all in the record", async () => {
  const { matter_id } = sample.couple
  const owners = async () => {
    await read(`/v1/matters/${matter_id}/assets?submission=1`, { matter: {}, assets: asset })
    const { body } = await sample.get(`/v1/matters/${matter_id}/record?submission=1`)
    return body.assets.map((each: { owners: { name: string }[] }) => each.owners.map(({ name }) => name))
  }
  assert.deepEqual(await owners(), [["Ada Maria Smith Jr.", "Ben Smith"], ["Ada Maria Smith Jr."]])
  await sample.firm.run((tx) =>
    tx.run(sql`
      update submissions set snapshot = jsonb_set(snapshot, '{assets}',
        (select jsonb_agg(asset - 'owners') from jsonb_array_elements(snapshot -> 'assets') asset))
       where matter_id = ${matter_id}`),
  )
  assert.deepEqual(await owners(), [[], []])
})

test("all other records have the contract's fields and no others", async () => {
  await read("/v1/matters", page(matter_list_item))
  await read("/v1/questionnaires", page(questionnaire))
  const { id } = (await read(`/v1/matters/${sample.couple.matter_id}`, matter)).questionnaire
  await read(`/v1/questionnaires/${id}`, questionnaire)
  await read("/v1/financial-categories", page(financial_category))
  const { results } = (await sample.get("/v1/events")).body
  for (const { event_id, matter } of results)
    await read(`/v1/events/${event_id}`, matter.context ? event_with_context : event)
  assert.ok(results.some(({ matter }: { matter: object }) => "context" in matter))
  await read(`/v1/users/${results[0].user.id}`, all("id, email"))
  const { will, deed } = sample.couple
  await read(`/v1/documents/${will}`, { matter_id: {}, ...document })
  await read(`/v1/documents/${deed}`, { matter_id: {}, ...financial_document })
})

test("what is created and removed is answered with the contract's fields and no others", async () => {
  const { firm } = sample
  const { questionnaire } = (await sample.get(`/v1/matters/${sample.couple.matter_id}`)).body
  const given = { questionnaire_id: questionnaire.id, matter_name: "Okafor" }
  const created = await firm.request("POST", "/v1/matters/create", given)
  assert.deepEqual(faultsIn(all("id, invite_key, invite_url"), created.body), [])
  const invited = await firm.request("POST", "/v1/matters/create-and-invite", {
    ...given,
    clients: [{ email: "lee@example.com", party: "main" }],
  })
  const invites = all("email, party, invite_key, invite_url")
  assert.deepEqual(faultsIn({ id: {}, invites }, invited.body), [])
  const subscription = await firm.request("POST", "/v1/subscriptions", {
    url: "http://127.0.0.1:9/hooks",
    event_type: "intakeform.submitted",
  })
  assert.deepEqual(faultsIn(all("id, secret"), subscription.body), [])
  const removed = await firm.request("DELETE", `/v1/subscriptions/${subscription.body.id}`)
  assert.deepEqual(faultsIn(all("id, status"), removed.body), [])
})

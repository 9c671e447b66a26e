// The API as JSON Schema, written from its specification only: the code under test must not describe itself. Every
// listed field is required, and no other is allowed.
import assert from "node:assert/strict"
import { Ajv } from "ajv"

export type Schema = Readonly<Record<string, unknown>>

const record = (properties: Record<string, Schema>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const list = (items: Schema): Schema => ({ type: "array", items })
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] })
const matching = (pattern: RegExp): Schema => ({ type: "string", pattern: pattern.source })
const oneOf = (...values: (string | null)[]): Schema => ({ enum: values })

const text: Schema = { type: "string" }
const truth: Schema = { type: "boolean" }
const whole: Schema = { type: "integer" }
const none: Schema = { type: "null" }

/** The prefix, then the 32 uppercase hex digits of a UUIDv7 (RFC 9562 §5.7). */
export const idOf = (prefix: string): Schema =>
  matching(new RegExp(`^${prefix}[0-9A-F]{12}7[0-9A-F]{3}[89AB][0-9A-F]{15}$`))
const date = matching(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
const timestamp = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
const microseconds = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/)
const decimal = matching(/^-?(0|[1-9]\d*)\.\d{2}$/)
const absolute_url = matching(/^https?:\/\/[^\s]+$/)

const matter_id = idOf("matter_")
const contact_id = idOf("contact_")
const quest_id = idOf("quest_")
const approach = oneOf("planning", "business", "rep-living", "rep-deceased")
const gender = oneOf("Male", "Female", "")

const paging = { count: whole, next: nullable(absolute_url), previous: nullable(absolute_url) }
const pageOf = (item: Schema): Schema => record({ ...paging, results: list(item) })

export const matter_list_item = record({
  id: matter_id,
  name: text,
  open_date: date,
  close_date: nullable(date),
  quest_internal_type: text,
  quest_approach: approach,
})
export const matter_page = pageOf(matter_list_item)

const embedded_contact = record({
  id: contact_id,
  first_name: text,
  middle_name: text,
  last_name: text,
  suffix: text,
  full_name: text,
  also_known_as: nullable(text),
  preferred_name: nullable(text),
  gender_binary: gender,
  date_of_birth: nullable(date),
  date_of_death: nullable(date),
  created_at: timestamp,
  email1: nullable(record({ type: text, email: text })),
  address1: nullable(
    record({
      type: text,
      street: text,
      city: text,
      postal_code: text,
      state: text,
      country_iso: text,
      country_name: text,
      full: text,
    }),
  ),
  phone1: nullable(record({ type: text, phone: text })),
  phone2: nullable(record({ type: text, phone: text })),
})

export const questionnaire = record({
  id: quest_id,
  internal_type: text,
  url_short_name: text,
  active: truth,
})
export const questionnaire_page = pageOf(questionnaire)

export const matter = record({
  id: matter_id,
  name: text,
  open_date: date,
  close_date: nullable(date),
  client_type: oneOf("self", "representative"),
  contact_representative: nullable(embedded_contact),
  contact_main: embedded_contact,
  contact_main_status: oneOf("living", "deceased", "incapacitated"),
  contact_main_marital_status: oneOf(
    "single",
    "married",
    "life_partner",
    "divorced",
    "widowed",
    "separated",
    "",
  ),
  contact_spouse: nullable(embedded_contact),
  questionnaire,
  is_submitted: truth,
  client_may_edit: truth,
  number_of_children: { type: "integer", minimum: 0 },
  number_of_contacts: { type: "integer", minimum: 1 },
})

const person = {
  id: contact_id,
  for_matter: matter_id,
  is_client: truth,
  first_name: text,
  middle_name: text,
  last_name: text,
  suffix: nullable(text),
  full_name: text,
  also_known_as: nullable(text),
  preferred_name: nullable(text),
  gender_binary: gender,
  date_of_birth: nullable(date),
  date_of_death: nullable(date),
  phone_numbers: list(record({ id: idOf("phone_"), type: text, number: text })),
  email_addresses: list(record({ id: idOf("email_"), type: text, email: text })),
  addresses: list(
    record({
      id: idOf("address_"),
      type: text,
      street: text,
      city: text,
      state: text,
      postal_code: text,
      country_iso: matching(/^([A-Z]{2})?$/),
      country_display: text,
      full_address: text,
    }),
  ),
  created_at: microseconds,
}
const relationship = record({ type: matching(/^[0-5][0-9A-Z]+$/), short: text, description: text })
export const clients = record({ matter: matter_id, contacts: list(record(person)) })
export const contacts = record({ matter: matter_id, contacts: list(record({ ...person, relationship })) })

const general_category = {
  anyOf: [record({ id: matching(/^A\d{3}$/), label: text }), record({ id: none, label: none })],
}
export const assets = record({
  matter: matter_id,
  assets: list(
    record({
      id: idOf("asset_"),
      for_matter: matter_id,
      for_fin_category: idOf("fincat_"),
      general_category,
      identifier_label: text,
      identifier_value: text,
      owner_label: text,
      owner_value: text,
      credit_label: text,
      credit_value: decimal,
      debit_label: nullable(text),
      debit_value: decimal,
      net_value: decimal,
      additional_fields: list(record({ id: idOf("finfield_"), prompt: text, answer: text })),
      beneficiaries: nullable(
        list(record({ contact: contact_id, share: decimal, level: oneOf("primary", "contingent") })),
      ),
    }),
  ),
})

export const roles = record({
  matter: matter_id,
  roles: list(
    record({
      id: idOf("role_"),
      role_description: text,
      split: truth,
      focus_type: oneOf("contact_main", "contact_partner", null),
      focus_contact: nullable(contact_id),
      assignments: list(
        record({
          position: { type: "integer", minimum: 1 },
          contacts: { ...list(contact_id), minItems: 1, uniqueItems: true },
          display_name: text,
        }),
      ),
    }),
  ),
})

export const answers = record({
  matter: matter_id,
  answers: list(
    record({
      id: idOf("answer_"),
      section: text,
      question: idOf("question_"),
      prompt: text,
      type: text,
      about: nullable(contact_id),
      value: { anyOf: [text, truth, list(text), { type: "null" }] },
      display_value: text,
      answered_at: timestamp,
    }),
  ),
})

const file = (character: "P" | "F") => ({
  document_id: idOf(`document_${character}`),
  filename: text,
  size: { type: "integer", minimum: 1 },
  download_url: absolute_url,
  expires_in: { const: 600 },
  uploaded_at: timestamp,
})
const plain = { ...file("P"), document_request: record({ label: text }) }
const financial = {
  ...file("F"),
  fin_item: record({ description: text, id: idOf("asset_") }),
  fin_category: record({ id: idOf("fincat_"), label: text, general_category }),
}
export const documents = record({ matter_id, documents: list(record(plain)), ...paging })
export const financial_documents = record({ matter_id, documents: list(record(financial)), ...paging })
export const single_document = record({ matter_id, ...plain })
export const single_financial_document = record({ matter_id, ...financial })

const context = {
  type: "object",
  maxProperties: 5,
  additionalProperties: { type: ["string", "integer"] },
}
export const event = record({
  event_id: idOf("evt_"),
  event_type: oneOf(
    "intakeform.created",
    "intakeform.started",
    "intakeform.submitted",
    "intakeform.resubmitted",
    "intakeform.completed",
    "intakeform.reopened",
    "message.created",
    "matter.closed",
    "matter.reopened",
    "matter.stage_changed",
    "matter.deleted",
    "matter.restored",
    "document.added",
    "document.accepted",
    "document.returned",
    "signature.completed",
    "correction.answered",
    "invitation.failed",
  ),
  matter: { anyOf: [record({ id: matter_id }), record({ id: matter_id, context })] },
  meta: record({ questionnaire: record({ id: quest_id, internal_type: text }) }),
  occured_at: timestamp,
  user: record({ id: idOf("user_"), is_firm_staff: truth, is_client_user: truth }),
})
export const message = record({
  id: idOf("message_"),
  matter: matter_id,
  topic: record({ id: idOf("topic_"), subject: text, question: nullable(text), about: nullable(text) }),
  text,
  documents: list(record({ document_id: idOf("document_"), filename: text, size: whole })),
  user: record({ id: idOf("user_"), name: text, is_firm_staff: truth, is_client_user: truth }),
  created_at: timestamp,
})
export const message_page = pageOf(message)
export const event_page = pageOf(event)

export const financial_category_page = pageOf(
  record({
    id: idOf("fincat_"),
    for_questionnaire: quest_id,
    title: text,
    general_category,
    active: truth,
    order: whole,
    ask_credit_value: truth,
    ask_debit_value: truth,
    ask_beneficiaries: truth,
  }),
)

export const user = record({ id: idOf("user_"), email: text })

/** Lowercase letters and digits with at least 128 random bits. */
const invite_key = matching(/^[a-z0-9]{25,}$/)
export const prepared_matter = record({ id: matter_id, invite_key, invite_url: absolute_url })
export const invited_matter = record({
  id: matter_id,
  invites: list(
    record({
      email: text,
      party: oneOf("main", "partner", "representative"),
      invite_key,
      invite_url: absolute_url,
    }),
  ),
})

export const created_subscription = record({
  id: idOf("ep_"),
  secret: matching(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/),
})
export const removed_subscription = record({ id: idOf("ep_"), status: { const: "removed" } })

const problem_members = {
  type: absolute_url,
  title: text,
  status: { type: "integer", minimum: 400, maximum: 599 },
  detail: { type: "string", minLength: 1 },
  code: matching(/^[a-z_]+$/),
  request_id: { type: "string", minLength: 8 },
}
const fault = record({ param: text, code: matching(/^[a-z_]+$/), message: { type: "string", minLength: 1 } })
/** RFC 9457; a 400 always lists every fault. */
export const problem: Schema = {
  anyOf: [
    record({
      ...problem_members,
      status: { const: 400 },
      errors: { type: "array", items: fault, minItems: 1 },
    }),
    { ...record(problem_members), not: { required: ["status"], properties: { status: { const: 400 } } } },
  ],
}

const ajv = new Ajv({ allErrors: true, strict: false })
const compiled = new Map<Schema, ReturnType<Ajv["compile"]>>()

/** Fails, with every fault and the body, unless `body` has exactly this shape. */
export function assertConforms(schema: Schema, body: unknown): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  if (validate(body)) return
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
  )
  assert.fail(`${faults.join("\n")}\n${JSON.stringify(body, null, 2)}`)
}

// A request and its response for every operation of the reference: the intake of a fictional couple. A test checks each
// against its schema. The file is long because it is data.
import type { ExampleOf } from "../../platform/http/openapi-parts.ts"
import { asset, category, owners, real_estate } from "./example-assets.ts"
import {
  added,
  deed,
  document_set,
  requested,
  returned,
  upload,
  uploaded_at,
  url,
  will,
} from "./example-documents.ts"
import { ada, ben, cleo, client, daughter, id, main, matter, spouse } from "./example-people.ts"

const quest = id("quest", "0002")
const pages = { count: 1, next: null, previous: null }

const item = {
  id: matter,
  name: "Smith, Ada and Ben",
  open_date: "2026-03-01",
  close_date: null,
  quest_internal_type: "Planning",
  quest_approach: "planning",
}

const message = {
  id: id("message", "0081"),
  matter,
  topic: { id: id("topic", "0082"), subject: "The house in Springfield", question: null, about: null },
  text: "Could you send us the deed when you find it?",
  documents: [
    { document_id: "document_P0192F0C47B3A7C11A0B1C2D3E4F50084", filename: "Sample deed.pdf", size: 48_210 },
  ],
  user: { id: id("user", "0083"), name: "Ruth Pryce", is_firm_staff: true, is_client_user: false },
  created_at: uploaded_at,
}

const questionnaire = {
  id: quest,
  internal_type: "Planning",
  url_short_name: "estate-planning",
  active: true,
}

const test_submission = {
  matter_id: matter,
  event_type: "intakeform.submitted",
  submission: 1,
  changed: null,
  people: 5,
  answers: 14,
  assets: 3,
  documents: 2,
}

const executor = (end: "contact_main" | "contact_partner", focus: string, other: string, name: string) => ({
  id: id("role", "0031"),
  role_description: "Executor",
  split: true,
  focus_type: end,
  focus_contact: focus,
  assignments: [
    { position: 1, contacts: [other], display_name: name },
    { position: 2, contacts: [cleo], display_name: "Cleo Smith" },
  ],
})

export const exampleEvent = {
  event_id: id("evt", "0051"),
  event_type: "intakeform.submitted",
  matter: { id: matter, context: { crm_id: "A-1042", office: 3 } },
  meta: { questionnaire: { id: quest, internal_type: "Planning" } },
  occured_at: "2026-03-02T10:15:00Z",
  user: { id: id("user", "0061"), is_firm_staff: false, is_client_user: true },
}

const newMatter = {
  questionnaire_id: quest,
  matter_name: "Smith, Ada and Ben",
  context: { crm_id: "A-1042", office: 3 },
}
const invitation = (key: string) => ({ invite_key: key, invite_url: `${url}/invite/${key}` })

const status = {
  matter,
  state: "submitted",
  is_submitted: true,
  client_may_edit: true,
  questionnaire_version: 3,
  last_submission: 2,
  started_at: "2026-03-02T09:30:00Z",
  submitted_at: "2026-03-20T18:05:00Z",
  completed_at: null,
  close_date: null,
}
const completed = {
  ...{ ...status, state: "completed", client_may_edit: false },
  ...{ last_submission: 3, completed_at: "2026-03-21T15:00:00Z" },
}

const invited = {
  ...{ id: id("invite", "0085"), party: "main", email: "ada.smith@example.com" },
  ...{ first_name: "Ada", last_name: "Smith", is_for_parts: false, is_paused: false, state: "open" },
  ...{ created_at: "2026-03-01T08:00:00Z", started_at: null, revoked_at: null },
  ...{ expires_at: "2026-03-31T08:00:00Z", email_state: "sent", email_sent_at: "2026-03-01T08:00:02Z" },
  email_fault: null,
}

const correction = {
  ...{ id: id("correction", "0086"), kind: "contact", record_id: cleo, about: null, label: "Cleo Smith" },
  ...{ words: "Please check the date of birth.", state: "open", requested_at: "2026-03-15T09:00:00Z" },
  ...{ answered_at: null, ended_at: null },
}

const stage = { id: id("stage", "0147"), name: "Drafting", due_days: 14, waits_for: "the first drafts" }

const filing = {
  matter,
  file_number: "2026-0147",
  due_on: "2026-06-30",
  tags: ["Trust", "Urgent"],
  stage_id: stage.id,
  assignee_id: id("user", "0083"),
}

const subscription = {
  ...{ id: id("ep", "0081"), url: "https://example.com/hooks/foyer", event_types: ["intakeform.completed"] },
  ...{ header_names: ["Authorization"], state: "active", disabled_reason: null },
  ...{ key_id: id("key", "0080"), key_name: "Practice management" },
  ...{ created_at: "2026-03-01T08:00:00Z", last_success_at: "2026-03-02T10:15:01Z", last_failure_at: null },
  previous_secret_until: null,
}

const delivery = {
  ...{ id: id("delivery", "0087"), event_id: id("evt", "0071"), event_type: "intakeform.completed" },
  ...{ matter_id: matter, is_test: false, state: "failed", number_of_attempts: 10, next_try_at: null },
  ...{ created_at: "2026-03-02T10:15:00Z", finished_at: "2026-03-06T08:15:00Z" },
}

const failedAttempt = {
  ...{ number: 10, started_at: "2026-03-06T08:14:59Z", duration_ms: 412, status: 503 },
  ...{
    fault: "The receiver responded with 503. Only 200 to 299 counts as delivered.",
    response_excerpt: "Service Unavailable",
  },
}

const single = {
  id: matter,
  name: item.name,
  open_date: item.open_date,
  close_date: null,
  client_type: "self",
  contact_representative: null,
  contact_main: main,
  contact_main_status: "living",
  contact_main_marital_status: "married",
  contact_spouse: spouse,
  questionnaire,
  is_submitted: true,
  client_may_edit: true,
  number_of_children: 1,
  number_of_contacts: 3,
}

const contacts = [
  { ...client, relationship: { type: "1MAIN", short: "Main client", description: "Main client" } },
  daughter,
]

const roles = [
  executor("contact_main", ada, ben, "Ben Smith"),
  executor("contact_partner", ben, ada, "Ada Maria Smith"),
]

const answers = [
  {
    id: id("answer", "0071"),
    section: "Your wishes",
    question: id("question", "0072"),
    prompt: "Do you have a will today?",
    type: "yes_no",
    about: null,
    value: true,
    display_value: "Yes",
    answered_at: uploaded_at,
  },
]

const submitted = {
  submissions: [
    {
      ...{
        number: 2,
        reason: "resubmitted",
        event_id: id("evt", "0052"),
        submitted_at: "2026-03-20T18:05:00Z",
      },
      submitted_by: id("user", "0061"),
      open_items: [
        {
          ...{ kind: "document", id: id("request", "0071"), label: "Copy of your current will" },
          ...{ contact: null, state: "open", closed_at: null },
        },
      ],
    },
    {
      ...{
        number: 1,
        reason: "submitted",
        event_id: id("evt", "0051"),
        submitted_at: "2026-03-14T20:41:00Z",
      },
      submitted_by: id("user", "0061"),
      open_items: [],
    },
  ],
  unavailable_documents: [
    { id: id("request", "0072"), label: "Copy of your prenuptial agreement", contact: null },
  ],
}

export const exampleAnswers: Record<string, ExampleOf> = {
  listMatters: {
    query: { search: "smith", page_size: "10" },
    response: {
      count: 128,
      next: `${url}/v1/matters?search=smith&page_size=10&page=2`,
      previous: null,
      results: [item],
    },
  },
  getMatter: { response: single },
  listInvitations: { response: { matter, invitations: [invited] } },
  resendInvitation: {
    response: { ...invited, email_state: "queued", email_sent_at: null, email_fault: null },
  },
  revokeInvitation: { response: { ...invited, state: "revoked", revoked_at: "2026-03-03T08:00:00Z" } },
  renewInvitation: { response: { id: invited.id, ...invitation("w4e8r2t6y1u5i9o3p7a2s6d1f") } },
  listCorrections: { response: { matter, corrections: [correction] } },
  requestCorrections: {
    body: { corrections: [{ kind: "contact", record_id: cleo, words: correction.words }] },
    response: { matter, corrections: [correction] },
  },
  withdrawCorrection: { response: { ...correction, state: "withdrawn", ended_at: "2026-03-15T10:00:00Z" } },
  getStatus: { response: status },
  completeMatter: { response: completed },
  reopenForClient: { response: { ...status, last_submission: 3 } },
  closeMatter: { response: { ...completed, state: "closed", close_date: "2026-04-30" } },
  reopenClosedMatter: { response: completed },
  listStages: { response: { stages: [stage] } },
  getFiling: { response: filing },
  changeFiling: { body: { due_on: filing.due_on, tags: filing.tags }, response: filing },
  listClients: { response: { matter, contacts: [client] } },
  listContacts: { response: { matter, contacts } },
  listAssets: { response: { matter, assets: [asset] } },
  listRoles: { response: { matter, roles } },
  listAnswers: { response: { matter, answers } },
  listMessages: { response: { ...pages, results: [message] } },
  createMessage: { body: { subject: message.topic.subject, text: message.text }, response: message },
  getAnsweredAlone: {
    response: {
      matter,
      sections: [{ id: "section_0192F0C47B3A7C11A0B1C2D3E4F50612", title: "For you alone" }],
      documents: [
        {
          document_id: "document_P0192F0C47B3A7C11A0B1C2D3E4F50613",
          contact: "contact_0192F0C47B3A7C11A0B1C2D3E4F50614",
        },
      ],
    },
  },
  listSubmissions: { response: { matter, ...submitted } },
  getRecord: {
    query: { submission: "1" },
    response: {
      ...{
        submission: 1,
        matter: single,
        clients: [client],
        contacts,
        roles,
        assets: [{ ...asset, owners }],
        answers,
      },
      ...{ documents: [will], financial_documents: [deed], ...submitted },
    },
  },
  listDifferences: {
    query: { from: "1" },
    response: {
      ...{ matter, from: 1, until: null },
      differences: [
        {
          ...{ part: "contacts", change: "changed", record: ada, label: "Ada Maria Smith" },
          ...{ field: "preferred_name", before: null, after: "Addie", seen_at: null },
        },
      ],
    },
  },
  listDocuments: { response: { matter_id: matter, documents: [will], ...pages } },
  listFinancialDocuments: { response: { matter_id: matter, documents: [deed], ...pages } },
  listDocumentRequests: {
    response: { matter_id: matter, document_requests: [requested], financial_documents: [] },
  },
  getDocumentRequest: { response: requested },
  changeDocumentRequest: { body: { due_on: requested.due_on }, response: requested },
  createDocumentRequest: {
    body: { label: added.label, note: "The title company can send you a copy.", due_on: added.due_on },
    response: added,
  },
  withdrawDocumentRequest: { response: { id: added.id, status: "removed" } },
  listDocumentSets: { response: { document_sets: [document_set] } },
  saveDocumentSet: {
    body: { name: document_set.name, labels: document_set.labels },
    response: document_set,
  },
  submitTestMatter: { body: { until: "submit", couple: true }, response: test_submission },
  changeTestMatter: {
    response: {
      ...test_submission,
      ...{ event_type: "intakeform.resubmitted", submission: 2, changed: "Do you own a business?" },
    },
  },
  removeDocumentSet: { response: { id: document_set.id, status: "removed" } },
  acceptDocument: {
    response: { matter_id: matter, ...returned, state: "accepted", reason: null, returned_at: null },
  },
  returnDocument: { body: { words: returned.reason }, response: { matter_id: matter, ...returned } },
  uploadDocument: {
    query: { filename: "Will.pdf", label: "Will of 2019" },
    response: { matter_id: matter, ...will, document_request: { label: "Will of 2019" } },
  },
  createUpload: {
    body: { size: upload.size, filename: upload.filename, label: "Will of 2019" },
    response: { ...upload, received_bytes: 0 },
  },
  getUpload: { response: upload },
  continueUpload: { response: null },
  cancelUpload: { response: null },
  getDocument: { response: { matter_id: matter, ...will } },
  createMatter: { body: newMatter, response: { id: matter, ...invitation("k7q2m9x4c8v5b3n6z1p0w7r2t") } },
  createMatterAndInvite: {
    body: {
      ...newMatter,
      clients: [
        { email: "ada.smith@example.com", first_name: "Ada", last_name: "Smith", party: "main" },
        { email: "ben.smith@example.com", party: "partner" },
      ],
      message: "Please take your time. You can stop and come back whenever you like.",
    },
    response: {
      id: matter,
      invites: [
        { email: "ada.smith@example.com", party: "main", ...invitation("k7q2m9x4c8v5b3n6z1p0w7r2t") },
        { email: "ben.smith@example.com", party: "partner", ...invitation("h3d8s1f6g9j2l5a4y7u0e3i6o") },
      ],
    },
  },
  listEvents: { query: { page_size: "10" }, response: { ...pages, results: [exampleEvent] } },
  getEvent: { response: exampleEvent },
  listQuestionnaires: { response: { ...pages, results: [questionnaire] } },
  getQuestionnaire: { response: questionnaire },
  getQuestionnaireContents: {
    response: {
      questionnaire: quest,
      version: 3,
      questions: [
        {
          id: id("question", "0072"),
          section: "Your wishes",
          prompt: "Do you have a will today?",
          type: "yes_no",
          required: true,
          each_client: false,
          sensitive: false,
          options: [],
          columns: [],
          condition: null,
        },
      ],
      roles: [
        {
          id: id("role", "0031"),
          role_description: "Executor",
          split: true,
          levels: 3,
          several: false,
          condition: null,
        },
      ],
      financial_categories: [
        {
          id: category,
          title: "Homes and land",
          fields: [{ id: id("finfield", "0013"), prompt: "Date of purchase", type: "date", options: [] }],
          condition: null,
        },
      ],
    },
  },
  prefillMatter: {
    body: {
      people: [
        {
          party: "main",
          first_name: "Ada",
          last_name: "Smith",
          phone_numbers: [{ type: "mobile", number: "(202) 555-0142" }],
        },
        { relationship_type: "2DATR", first_name: "Cleo", last_name: "Smith", date_of_birth: "1994-05-06" },
      ],
    },
    response: { matter_id: matter, people: [main.id, cleo], assets: [], answers: 0, roles: 0 },
  },
  listFinancialCategories: {
    response: {
      ...pages,
      results: [
        {
          id: category,
          for_questionnaire: quest,
          title: "Homes and land",
          general_category: real_estate,
          active: true,
          order: 1,
          ask_credit_value: true,
          ask_debit_value: true,
          ask_beneficiaries: false,
        },
      ],
    },
  },
  getUser: { response: { id: id("user", "0061"), email: "ada.smith@example.com" } },
  createSubscription: {
    body: {
      url: "https://example.com/hooks/foyer",
      event_type: "intakeform.completed",
      headers: [{ Authorization: "Bearer a-token-of-yours" }],
    },
    response: { id: id("ep", "0081"), secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQ1k3vXh7Jm0=" },
  },
  listSubscriptions: { response: { ...pages, results: [subscription] } },
  getSubscription: { response: subscription },
  rollSubscriptionSecret: {
    response: {
      id: subscription.id,
      secret: "whsec_Q1k3vXh7Jm0MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=",
      previous_secret_until: "2026-03-03T10:15:00Z",
    },
  },
  changeSubscription: { body: { state: "paused" }, response: { ...subscription, state: "paused" } },
  listDeliveries: {
    query: { state: "failed" },
    response: { ...pages, results: [delivery] },
  },
  getDelivery: { response: { ...delivery, attempts: [failedAttempt] } },
  resendDelivery: {
    response: {
      ...delivery,
      ...{ state: "waiting", next_try_at: "2026-03-06T09:00:00Z", finished_at: null },
      attempts: [failedAttempt],
    },
  },
  recoverDeliveries: {
    body: { since: "2026-03-02T09:30:00Z" },
    response: { id: subscription.id, number_of_deliveries: 12 },
  },
  removeSubscription: { response: { id: id("ep", "0081"), status: "removed" } },
}

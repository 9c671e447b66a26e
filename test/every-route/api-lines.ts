import type { TwoFirms } from "./two-firms.ts"

/** One endpoint of the interface. Its cases follow from its address, its method and this line. */
export interface ApiLine {
  /** For the two POSTs and their like: a body that is taken. */
  body?: (fixtures: TwoFirms) => Record<string, unknown>
  /** Where a parameter takes another record than its name says. */
  params?: (fixtures: TwoFirms["ours"]) => Record<string, string>
}

export const apiLines: Record<string, ApiLine> = {
  "GET /v1/matters": {},
  "GET /v1/matters/:matter_id": {},
  "GET /v1/matters/:matter_id/clients": {},
  "GET /v1/matters/:matter_id/contacts": {},
  "GET /v1/matters/:matter_id/assets": {},
  "GET /v1/matters/:matter_id/roles": {},
  "GET /v1/matters/:matter_id/answers": {},
  "GET /v1/matters/:matter_id/documents": {},
  "GET /v1/matters/:matter_id/financial-documents": {},
  "GET /v1/documents/:document_id": {},
  "GET /matters/:matter_id/documents": {},
  "GET /matters/:matter_id/financial-documents": {},
  "GET /documents/:document_id": { params: ({ intake }) => ({ document_id: intake.deed }) },
  "POST /v1/matters/create": {
    body: ({ ours }) => ({ questionnaire_id: ours.params.questionnaire_id, matter_name: "Lee" }),
  },
  "POST /v1/matters/create-and-invite": {
    body: ({ ours }) => ({
      questionnaire_id: ours.params.questionnaire_id,
      matter_name: "Lee",
      clients: [{ email: "lee@example.com", party: "main" }],
    }),
  },
  "GET /v1/events": {},
  "GET /v1/events/:event_id": {},
  "GET /v1/financial-categories": {},
  "GET /v1/questionnaires": {},
  "GET /v1/questionnaires/:questionnaire_id": {},
  "GET /v1/users/:user_id": {},
  "POST /v1/subscriptions": {
    body: () => ({ url: "http://127.0.0.1:9/", event_type: "intakeform.started" }),
  },
  "DELETE /v1/subscriptions/:subscription_id": {},
}

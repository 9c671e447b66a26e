export interface Finding {
  code: FindingCode
  where: FindingLocation
  sentence: string
}

export type FindingCode =
  | "shares_incomplete"
  | "beneficiary_deceased"
  | "beneficiary_divorced"
  | "beneficiary_minor"
  | "owner_unknown"
  | "serves_deceased"
  | "serves_divorced"
  | "serves_minor"
  | "serves_client"
  | "beneficiary_owner"
  | "beneficiary_duplicate"
  | "successor_missing"
  | "minor_without_guardian"
  | "partner_missing"
  | "children_differ"
  | "answers_in_doubt"
  | "document_missing"

/** The person, role, asset or document request a finding is about. */
export type FindingLocation =
  | { contact_id: string }
  | { role_id: string; focus_contact_id: string | null }
  | { asset_id: string }
  | { request_id: string; about?: string }

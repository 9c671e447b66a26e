import { randomFillSync } from "node:crypto"

/**
 * The prefix of every kind of id. An id is the prefix and 32 upper-case hex digits of a UUIDv7 (RFC 9562), so ids show
 * their kind and sort by creation time.
 */
export const idPrefixes = {
  installation: "installation_",
  firm: "firm_",
  user: "user_",
  key: "key_",
  session: "session_",
  late_form: "late_",
  passkey: "passkey_",
  impersonation: "imp_",
  questionnaire: "quest_",
  bank_question: "bankq_",
  section: "section_",
  question: "question_",
  document_request: "docreq_",
  document_set: "docset_",
  stock_reply: "reply_",
  role: "role_",
  category: "fincat_",
  field: "finfield_",
  matter: "matter_",
  matter_view: "view_",
  stage: "stage_",
  invitation: "invite_",
  handover: "handover_",
  inquiry: "inquiry_",
  reminder: "reminder_",
  code: "code_",
  contact: "contact_",
  person: "person_",
  phone: "phone_",
  email: "email_",
  address: "address_",
  asset: "asset_",
  answer: "answer_",
  document_template: "template_",
  document: "document_P",
  financial_document: "document_F",
  submission: "submission_",
  correction: "correction_",
  topic: "topic_",
  message: "message_",
  note: "note_",
  agreement: "agreement_",
  signature: "signature_",
  conflict_check: "check_",
  event: "evt_",
  endpoint: "ep_",
  delivery: "delivery_",
  mail: "mail_",
  upload: "upload_",
  export: "export_",
  bulk_action: "bulk_",
  import: "import_",
  deletion: "deletion_",
  audit: "audit_",
  backup: "backup_",
} as const

export type IdKind = keyof typeof idPrefixes

/** Returns a new id of `kind`. Within a process, later ids sort later, even within the same millisecond. */
export function newId(kind: IdKind): string {
  return idPrefixes[kind] + newUuidV7Hex()
}

/** Whether `text` is formatted like an id of `kind`; the record may not exist. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = idPrefixes[kind]
  return text.startsWith(prefix) && /^[0-9A-F]{32}$/.test(text.slice(prefix.length))
}

const random = Buffer.alloc(8)
let lastTime_ms = 0
let sequence = 0

/** RFC 9562 §6.2 method 1: the 12 bits after the version count up within one millisecond. */
function newUuidV7Hex(): string {
  const now_ms = Date.now()
  if (now_ms > lastTime_ms) {
    lastTime_ms = now_ms
    sequence = randomFillSync(random).readUInt16BE(0) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastTime_ms += 1
    sequence = 0
  }
  randomFillSync(random)
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0)
  const time = lastTime_ms.toString(16).padStart(12, "0")
  return `${time}7${sequence.toString(16).padStart(3, "0")}${random.toString("hex")}`.toUpperCase()
}

import { upperFirst } from "../../platform/first_letter.ts"
import { dones } from "../flash.ts"

/** What an action of the audit log is called. Forms of the console are known by what their next page says. */
export function actionWords(action: string): string {
  const known = words[action]
  if (known) return known
  if (Object.hasOwn(dones, action)) return dones[action as keyof typeof dones]
  const text = action.replaceAll("_", " ")
  return upperFirst(text)
}

const words: Record<string, string> = {
  signed_in: "Signed in",
  signed_out: "Signed out",
  sign_in_failed: "Somebody failed to sign in",
  password_set: "Set a password by link",
  password_link_sent: "Somebody asked for a new password",
  password_changed: "Changed the own password",
  session_ended: "Signed out one browser",
  sessions_ended: "Signed out all other browsers",
  second_factor_on: "Switched the second step on",
  second_factor_off: "Switched the second step off",
  keys_on: "Switched single keys on",
  keys_off: "Switched single keys off",
  recovery_codes_made: "Made new recovery codes",

  answers_read: "Read a sensitive answer",
  document_read: "Downloaded a document",
  matter_exported: "Exported a matter",
  matters_exported: "Exported the list of matters",
  audit_exported: "Exported the audit log",
  matter_made: "Made a matter",
  matter_renamed: "Renamed a matter",
  matter_completed: "Completed a matter",
  matter_reopened: "Let the client edit again",
  matter_closed: "Closed a matter",
  matter_taken_out: "Reopened a closed matter",
  export_asked: "Asked for a large export",
  matter_held: "Put a matter on hold",
  matter_released: "Released a matter from its hold",
  matter_deleted: "Deleted a matter",
  matter_restored: "Restored a deleted matter",
  matter_purged: "Removed a deleted matter for good",
  certificate_read: "Downloaded a certificate of deletion",
  retention_changed: "Changed the retention rule",
  correction_collected: "Wrote down what to ask a client",
  corrections_asked: "Asked a client for corrections",
  correction_settled: "Settled a correction",
  correction_withdrawn: "Took back a correction",
  changes_seen: "Acknowledged changes",
  matter_assigned: "Assigned a matter",
  matter_unassigned: "Took a matter’s assignment away",
  behalf_started: "Began to edit for the client",
  behalf_ended: "Stopped editing for the client",
  invitation_made: "Made an invitation",
  invitation_sent: "Sent an invitation",
  invitation_renewed: "Renewed an invitation’s link",
  invitation_revoked: "Revoked an invitation",
  clients_reminded: "Reminded a client",
  matter_reminders_on: "Switched a matter’s scheduled reminders on",
  matter_reminders_off: "Switched a matter’s scheduled reminders off",

  key_created: "Made an API key",
  key_revoked: "Revoked an API key",
  endpoint_made: "Made a webhook endpoint",
  endpoint_changed: "Changed a webhook endpoint",
  endpoint_paused: "Paused a webhook endpoint",
  endpoint_resumed: "Resumed a webhook endpoint",
  endpoint_removed: "Removed a webhook endpoint",
  secret_revealed: "Looked at a webhook secret",
  secret_rotated: "Rotated a webhook secret",
  test_sent: "Sent a test event",
  delivery_resent: "Sent a delivery again",
  deliveries_recovered: "Recovered deliveries",

  questionnaire_activated: "Switched a questionnaire on",
  questionnaire_deactivated: "Switched a questionnaire off",

  member_invited: "Invited a colleague",
  member_changed: "Changed a colleague’s role",
  member_deactivated: "Deactivated an account",
  member_reactivated: "Reactivated an account",
  setup_link_renewed: "Made a link to set a password",
  firm_changed: "Changed the settings",
  reminders_changed: "Changed the schedule of reminders",
  notifications_changed: "Changed who is mailed about matters",
  matter_mails_on: "Switched the own mails about matters on",
  matter_mails_off: "Switched the own mails about matters off",
  logo_changed: "Changed the firm’s logo",
  logo_removed: "Removed the firm’s logo",
  mail_read: "Read a mail in the outbox",
  mail_queued: "Sent a mail again",
}

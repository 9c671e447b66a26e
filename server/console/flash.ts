// This file is long, because every form has its message here.
import type { FastifyReply, FastifyRequest } from "fastify"
import { dropCookie, readCookie, setCookie } from "../access/cookies.ts"
import type { Parts } from "../parts.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"

/**
 * Passes a success message, and any secret to show once, from an accepted form to the page it redirects to. It travels
 * sealed in a cookie, so that no link can put a message on a page.
 */
export interface Flash {
  /** Left out when the page itself reports the outcome, as after a bulk action. */
  done?: FlashKey
  /** Data for the next page: a new key, a link. */
  handed?: Record<string, unknown>
}

export const flashMessages = {
  password_changed: "Your password was changed, and every other browser was signed out.",
  session_ended: "That browser is signed out.",
  sessions_ended: "All other browsers are signed out.",
  own_name_changed: "Your name was changed.",
  email_code_sent: "A code is on its way to the new address.",
  email_changed: "Your email address was changed. You sign in with the new one.",
  second_factor_on: "Two-factor authentication is on.",
  second_factor_moved: "Two-factor authentication was moved to the new app.",
  second_factor_off: "Two-factor authentication is off.",
  appearance_changed: "The color scheme was changed.",
  keys_on: "Single-key shortcuts are on.",
  keys_off: "Single-key shortcuts are off. Ctrl+K or Cmd+K still opens the search.",
  recovery_codes_created: "New recovery codes were created. The old ones no longer work.",
  matter_created: "The matter was created.",
  matter_renamed: "The name was changed.",
  matter_filed: "File number, due date and tags were saved.",
  list_changed: "Your list was changed.",
  view_saved: "The view was saved.",
  view_removed: "The view was removed.",
  matter_completed: "The matter is completed. The client can read but no longer change it.",
  matter_reopened: "The client can edit this matter again.",
  matter_closed: "The matter is closed.",
  closed_matter_reopened: "The matter is open again.",
  export_requested: "Your export is being prepared. It appears under Exports when it is ready.",
  firm_export_requested: "Your export is being prepared. You’ll get an email when it is ready.",
  export_removed: "The export was deleted.",
  matter_held: "The matter is on legal hold. It cannot be deleted.",
  matter_released: "The matter can be deleted again.",
  matter_deleted: "The matter is deleted. No one can open it anymore.",
  matters_deleted: "The matters are deleted. No one can open them anymore.",
  matter_removal_begun:
    "The matter is being removed for good. Its certificate will be here in a few minutes.",
  matter_restored: "The matter is back as it was.",
  retention_changed: "The retention rule was saved.",
  lines_accepted: "Marked as accepted by you.",
  import_uploaded: "The file was read. Nothing is created yet.",
  import_checked: "The file was read again.",
  import_created_before: "The matters of this file have been created.",
  import_undone: "The import was undone.",
  document_template_saved: "The template was saved. All of its fields are recognized.",
  agreement_created: "The agreement was created.",
  agreement_changed: "The agreement was saved.",
  signature_requested: "The clients have been asked to sign in the portal.",
  document_template_removed: "The template was removed.",
  correction_collected: "Added to the list. Nothing is sent until you ask the client.",
  corrections_requested: "The client has been asked for corrections.",
  correction_resolved: "The correction is resolved.",
  correction_withdrawn: "The correction is withdrawn. The client no longer sees it.",
  message_sent: "The message was sent. An email tells the client that it is waiting, without its text.",
  note_added: "The note was added.",
  task_added: "The task was added.",
  task_done: "The task is done.",
  conflict_name_removed: "The name was removed. Conflict checks no longer find it.",
  mention_done: "The mention is done.",
  task_reopened: "The task is open again.",
  note_removed: "The note was removed.",
  comment_added: "The comment was added.",
  comment_resolved: "The comment is resolved.",
  comment_reopened: "The comment is open again.",
  comment_removed: "The comment was removed.",
  reply_not_needed: "Marked as needing no reply.",
  conflict_check_recorded: "The conflict check was recorded.",
  submission_read: "Marked as read.",
  notifications_read: "All notifications were marked as read.",
  changes_seen: "Marked as seen by you.",
  matter_assigned: "The matter was assigned.",
  matter_access_changed: "Who may see the matter was changed.",
  let_in: "You now have access to this matter. Everyone on its list is notified.",
  matter_unassigned: "The matter no longer has an assignee.",
  invitation_created: "The invitation was created.",
  invitation_sent: "The invitation is queued. The matter shows when the mail server has accepted it.",
  invitation_unsent:
    "There is no mail server, so the invitation stays in the outbox. Copy the link and give it to the client.",
  invitation_renewed: "A new link was created. The old one no longer works.",
  invitation_revoked: "The link no longer works.",
  partner_confirmed: "Both clients see the questionnaire again.",
  partner_ended: "The partner no longer takes part and stays as a contact.",
  inquiry_accepted: "The matter was created, and the invitation is queued.",
  inquiry_accepted_unsent:
    "The matter was created. There is no mail server, so the invitation stays in the outbox. Copy the link and give it to the client.",
  inquiry_declined: "The inquiry was declined.",
  start_page_opened: "The start page is open.",
  start_page_closed: "The start page is closed.",
  client_app_removed: "The authenticator app was removed. The client is notified by email.",
  client_passkeys_removed: "The passkeys were removed. The client is notified by email.",
  clients_reminded: "The reminder is queued. The matter shows when the mail server has accepted it.",
  reminder_unsent: "There is no mail server, so the reminder stays in the outbox and is not sent.",
  matter_reminders_on: "Scheduled reminders for this matter are on again.",
  matter_reminders_off: "Scheduled reminders for this matter are off.",
  impersonation_ended: "You are no longer changing this matter for the client.",
  answer_shown: "The answer is shown below, this time only.",
  key_created: "The key was created. Copy it now: it is not shown again.",
  key_revoked: "The key no longer works.",
  endpoint_created: "The endpoint was created.",
  endpoint_changed: "The endpoint was changed.",
  endpoint_paused: "The endpoint is paused. Events wait until you resume it.",
  endpoint_resumed: "The endpoint receives events again.",
  endpoint_removed: "The endpoint was removed. Nothing more is sent to it.",
  secret_rotated: "A new secret was created. For 24 hours, deliveries are signed with both.",
  secret_revealed: "The secret is shown below, this time only.",
  test_sent: "A test event is being sent.",
  delivery_resent: "The delivery is being sent again.",
  deliveries_recovered: "Failed and missed deliveries are being sent again.",
  questionnaire_activated: "New matters can be created from this questionnaire.",
  questionnaire_deactivated: "No new matters can be created from this questionnaire.",
  questionnaire_created: "The questionnaire was created. It is a draft until you publish it.",
  questionnaire_changed: "The questionnaire was changed.",
  questionnaire_archived: "The questionnaire is archived.",
  questionnaire_restored: "The questionnaire is back in every list.",
  draft_saved: "The draft is saved.",
  question_saved: "The question is in your library.",
  saved_question_changed: "The question was changed in your library.",
  saved_question_removed: "The question was removed from your library.",
  questions_imported: "The questions are in your library.",
  draft_discarded: "The draft is discarded.",
  section_added: "The section was added.",
  part_added: "Added to the draft.",
  part_moved: "The order of the draft was changed.",
  part_removed: "Removed from the draft. Undo brings it back.",
  version_published: "The version is published. New matters start with it.",
  matters_moved: "The matters now use the current version.",
  logo_changed: "Your clients see the new logo.",
  logo_removed: "The logo was removed.",
  firm_changed: "The firm’s settings were saved.",
  reminders_changed: "The reminder schedule was saved.",
  notifications_changed: "The notification rules were saved.",
  own_notifications_changed: "Your notifications were changed.",
  member_invited: "The person was invited.",
  member_changed: "The changes were saved.",
  member_deactivated:
    "The account is deactivated and signed out everywhere. No open matter is assigned to it.",
  member_reactivated: "The account is active again.",
  mail_queued: "The email is being sent again.",
  identity_unlinked: "The identity provider’s account is unlinked.",
  passkey_added: "The passkey was added. You can sign in with it from now on.",
  passkey_removed: "The passkey was removed.",
  link_renewed: "A new link was created. Any earlier one no longer works.",
} as const
export type FlashKey = keyof typeof flashMessages

/** The message for emails to clients: without a mail server they stay in the outbox. */
export function emailFlash({ config }: Pick<Parts, "config">, done: keyof typeof unsentMessages): FlashKey {
  return config.smtp_url ? done : unsentMessages[done]
}

const unsentMessages = {
  invitation_sent: "invitation_unsent",
  clients_reminded: "reminder_unsent",
  inquiry_accepted: "inquiry_accepted_unsent",
} as const

const cookie = "foyer_flash"
const lifetime_s = 120

export function setFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  ring: KeyRing,
  session_id: string,
  flash: Flash,
): void {
  const sealed = ring.seal(JSON.stringify(flash), contextOf(session_id))
  setCookie(request, reply, cookie, sealed, lifetime_s)
}

/** Reads the flash and deletes its cookie. */
export function takeFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  ring: KeyRing,
  session_id: string,
): Flash | undefined {
  const sealed = readCookie(request, cookie)
  if (!sealed) return undefined
  dropCookie(request, reply, cookie)
  try {
    const flash = JSON.parse(ring.open(sealed, contextOf(session_id))) as Flash
    return flash.done === undefined || Object.hasOwn(flashMessages, flash.done) ? flash : undefined
  } catch {
    // It belongs to another session, or its key has been removed.
    return undefined
  }
}

function contextOf(session_id: string): string {
  return `console_flash:${session_id}`
}

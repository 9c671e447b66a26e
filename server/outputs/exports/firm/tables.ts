// The tables of a firm export. Each of a firm's tables is included unless listed here with a reason; each column is
// included unless it is a secret or locates bytes that the export contains as files.
import { sql, type Tx } from "../../../platform/db/sql.ts"

/** Tables that are not exported, and why. */
export const excludedTables: Readonly<Record<string, string>> = {
  accepted_forms: "Console forms of the last day, so that none takes effect twice.",
  calendar_feeds: "Secret addresses, which work only in this installation.",
  deleted_credentials: "Hashes of links that no longer work.",
  deleted_documents: "Files of deleted matters, which only restoring a matter brings back.",
  draft_comments: "Empty.",
  draft_mentions: "Empty.",
  draft_steps: "The undo history of drafts.",
  event_counts: "Counted from events.",
  event_heads: "Counted from events.",
  exports: "Files ready to download, including this one.",
  firm_revisions: "Shows programs whether a list has changed.",
  idempotent_answers: "Responses to API requests, stored for a day.",
  impersonations: "Ends with its session; the audit log has it.",
  late_forms: "Forms stored for a day, until their sender signs in again.",
  mailed_codes: "Secrets for signing in.",
  matter_count_changes: "Counted from matters.",
  matter_counts: "Counted from matters.",
  passkeys: "They work only in this installation.",
  possible_conflicts: "Recomputed from the people of all matters.",
  presences: "The page each client opened last.",
  search_entries: "The search index, built from all other tables.",
  sessions: "Browsers that are signed in.",
  setup_links: "Secrets for signing in.",
  stored_files: "Locations of encrypted files; the files themselves are in the export.",
  unfinished_parts: "Files that have not arrived.",
  unfinished_uploads: "Files that have not arrived.",
}

/** Columns that are not exported: secrets and locations of encrypted files. */
const withheld: Readonly<Record<string, readonly string[]>> = {
  api_keys: ["token_hash"],
  connections: ["challenge", "code_hash", "family_hash", "refresh_hash"],
  deletions: ["content_sealed"],
  document_templates: ["file_key", "wrapped_key"],
  documents: ["file_key", "wrapped_key", "thumbnail_sealed"],
  firms: ["logo_file", "place"],
  invitations: ["key_hash", "key_sealed"],
  // Emails contain links and codes that open a matter.
  mails: ["body_sealed"],
  seen_changes: ["mark", "mark_key_id"],
  users: ["password_hash", "second_factor_sealed", "second_factor_step", "recovery_code_hashes"],
  webhook_endpoints: ["headers_sealed", "secret_sealed", "previous_secret_sealed"],
}

export interface ExportedTable {
  name: string
  /** The exported columns, in their order. */
  columns: string[]
  /** The columns left out. */
  withheld: readonly string[]
}

/** Every exported table, by name, as the database has them now. */
export async function listExportedTables(tx: Tx): Promise<ExportedTable[]> {
  const tables = await tx.all<{ name: string; columns: string[] }>(sql`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
     group by c.oid having c.relname = 'firms' or bool_or(a.attname = 'firm_id')
     order by c.relname::text collate "C"`)
  return tables.flatMap(({ name, columns }) => {
    const hidden = withheld[name] ?? []
    return name in excludedTables
      ? []
      : { name, columns: columns.filter((column) => !hidden.includes(column)), withheld: hidden }
  })
}

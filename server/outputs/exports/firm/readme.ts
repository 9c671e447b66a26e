import type { Firm } from "../../../firm/firms/firms.ts"
import type { FirmSource } from "./source.ts"

/** The first file of a firm export: explains the contents to readers years later. */
export function readme(
  { name, time_zone: timeZone }: Pick<Firm, "name" | "time_zone">,
  { reveal, created_at }: Pick<FirmSource, "reveal" | "created_at">,
): string {
  const moment = created_at.toLocaleString("en-US", { timeZone, dateStyle: "long", timeStyle: "long" })
  return `${name}: everything in Foyer, as of ${moment}

Every file is in an open format: JSON and JSON Lines (UTF-8, one JSON object a line), CSV, PDF, DOCX, and your
clients' files as they were uploaded. Nothing here needs Foyer to be read.

matters.csv            The list of matters, one line each.
audit-log.csv          Who did what and when, latest first.
matters/               A folder for each matter, by its name and the last digits of its id:
  matter.json            The matter with its people, roles, assets, answers, documents and messages, in the format
                         of Foyer's API; "files" says where each document is.
  files/                 Every document under its own name, in a folder named after its purpose. "Signed" holds
                         signed copies as PDF.
  notes.json             Notes and tasks of your staff, where there are any.
  corrections.json       Corrections requested from clients, where there are any.
  audit.json             The entries of the audit log about the matter.
questionnaires/        The current version of each questionnaire, as a file that Foyer imports.
document-templates/    Your Word files.
records/               Every table of your firm in full, one JSON object a line: members, settings, all versions of
                       questionnaires and agreements, answers with their history, submissions, tags, views,
                       inquiries, conflict checks, emails, webhooks, the audit log. Records refer to one another by
                       their ids. docs/schema.md of the program describes each table.
manifest.json          When and by which version this was made, how many records each table has, which tables are
                       left out and why, and each file's size and SHA-256.

Sensitive answers are ${reveal ? "in plain text" : "masked"}. Passwords, keys, sign-in links and webhook secrets are not included. Matters
that the requesting admin may not see are left out; the manifest says how many.

To check that the file is complete: foyer export check <file.zip>
`
}

// Everything a firm has in Foyer, in formats that any program opens: to leave, to archive, to read elsewhere. Written
// while it is read, one matter at a time, each in a transaction of its own.
import { Readable } from "node:stream"
import { recordSensitiveRead } from "../../audit/audit.ts"
import { listAuditBefore } from "../../audit/listing.ts"
import { listTemplates } from "../../document-templates/document-templates.ts"
import { getFirm } from "../../firms/firms.ts"
import { listMatterOverviewsAfter, type MatterOverview } from "../../matters/list.ts"
import type { Actor, Tx } from "../../platform/db/database.ts"
import { Failure } from "../../platform/errors.ts"
import type { EncryptedFile } from "../../platform/files/encrypted-files.ts"
import { type FileParts, readStoredFile } from "../../platform/files/file-parts.ts"
import { listQuestionnaireRows } from "../../questionnaires/questionnaires.ts"
import { getVersion, listVersions } from "../../questionnaires/versions.ts"
import { listSubmissions, readPart, readSubmission } from "../../submissions/submissions.ts"
import { listTeam } from "../../users/team.ts"
import { csv } from "../csv.ts"
import { safeName } from "../file-paths.ts"
import { readMatterExport } from "../matter-export.ts"
import { listColumns, matterList } from "../matter-list.ts"
import { type ZipEntry, zipOf } from "../zip.ts"
import { withManifest } from "./manifest.ts"

export interface FirmExportChoice {
  firm_id: string
  actor: Actor
  /** Sensitive answers in clear; each is recorded as read. */
  reveal: boolean
}

/** The archive, made while it is read. A file that is damaged in the store is named in it and ends nothing. */
export function firmArchive(parts: FileParts, choice: FirmExportChoice): Readable {
  const now = parts.db.clock()
  return zipOf(withManifest(entriesOf(parts, choice, now), now))
}

async function* entriesOf(parts: FileParts, choice: FirmExportChoice, now: Date): AsyncGenerator<ZipEntry> {
  const { firm_id, actor } = choice
  const inFirm = <T>(work: (tx: Tx) => Promise<T>) => parts.db.forFirm(firm_id, work, actor)
  const entry = (path: string, content: string | Readable): ZipEntry => ({
    path,
    modified_at: now,
    content: async () => (typeof content === "string" ? Readable.from([Buffer.from(content)]) : content),
  })
  const json = (path: string, content: object) => entry(path, `${JSON.stringify(content, null, 2)}\n`)
  const damaged: string[] = []
  const file = (path: string, stored: EncryptedFile): ZipEntry => ({
    path,
    modified_at: now,
    compress: false,
    content: async () => {
      try {
        return await readStoredFile(parts, firm_id, stored)
      } catch (error) {
        if (!(error instanceof Failure) || error.kind !== "damaged") throw error
        damaged.push(path)
        return Readable.from([])
      }
    },
  })

  yield entry("README.txt", readme(choice))
  const { name, contact_line, color, locale, time_zone, settings } = await inFirm(getFirm)
  yield json("firm.json", {
    format: "foyer-firm-1",
    exported_at: now.toISOString(),
    sensitive_answers: choice.reveal ? "in clear" : "masked",
    firm: { id: firm_id, name, contact_line, color, locale, time_zone, settings },
  })
  const team = await inFirm(listTeam)
  yield entry("staff.csv", csv(staffColumns, team))
  yield entry("matters.csv", matterList(parts.db, firm_id, actor, {}))
  for (const questionnaire of await inFirm(listQuestionnaireRows)) {
    const { id, title, internal_type, approach, url_short_name } = questionnaire
    for (const { number } of await inFirm((tx) => listVersions(tx, id))) {
      const definition = await inFirm((tx) => getVersion(tx, id, number))
      const content = {
        format: "foyer-questionnaire-1",
        title,
        internal_type,
        approach,
        url_short_name,
        definition,
      }
      yield json(`questionnaires/${url_short_name}/version ${number}.json`, content)
    }
  }
  for (const { name: title, file_key: key, wrapped_key } of await inFirm(listTemplates))
    yield file(`document templates/${safeName(title)}.docx`, { key, wrapped_key })
  for await (const matter of allMatters(inFirm)) {
    const home = `matters/${safeName(matter.name)} ${matter.id.slice(-6)}`
    const { content, files, submissions } = await inFirm((tx) => readMatter(tx, parts, matter.id, choice))
    yield json(`${home}/matter.json`, content)
    for (const submission of submissions)
      yield json(`${home}/submissions/${submission.number}.json`, submission)
    for (const { path, file_key: key, wrapped_key } of files)
      yield file(`${home}/files/${path}`, { key, wrapped_key })
  }
  yield entry("audit log.jsonl", Readable.from(auditLines(inFirm)))
  if (damaged.length > 0) yield json("damaged files.json", { damaged })
}

type InFirm = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function* allMatters(inFirm: InFirm): AsyncGenerator<MatterOverview> {
  let last: MatterOverview | undefined
  while (true) {
    const rows = await inFirm((tx) => listMatterOverviewsAfter(tx, {}, last, 200))
    if (rows.length === 0) return
    yield* rows
    last = rows.at(-1)
  }
}

/** A matter that was deleted since the list was read is left out with all it had. */
async function readMatter(tx: Tx, { ring }: FileParts, matter_id: string, { reveal }: FirmExportChoice) {
  const { parts, people, corrections, messages, files, revealed } = await readMatterExport(
    tx,
    ring,
    matter_id,
    {
      reveal,
    },
  )
  await recordSensitiveRead(tx, matter_id, revealed)
  const listed = await listSubmissions(tx, matter_id)
  const submissions = await Promise.all(
    listed.map(async ({ number }) => {
      const [submission, stored] = await Promise.all([
        readSubmission(tx, ring, matter_id, number),
        readPart(tx, matter_id, number, "answers"),
      ])
      const sealed = new Set(
        stored.filter(({ value_sealed }) => value_sealed !== undefined).map(({ id }) => id),
      )
      const answers = submission.snapshot.answers.map((answer) =>
        sealed.has(answer.id) && !reveal ? { ...answer, value: answer.display_value } : answer,
      )
      return { ...submission, snapshot: { ...submission.snapshot, answers } }
    }),
  )
  return {
    content: { format: "foyer-matter-1", ...parts, people, corrections, messages },
    files,
    submissions,
  }
}

async function* auditLines(inFirm: InFirm): AsyncGenerator<Buffer> {
  let before: string | undefined
  while (true) {
    const rows = await inFirm((tx) => listAuditBefore(tx, {}, before, 1_000))
    if (rows.length === 0) return
    yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""))
    before = rows.at(-1)?.id
  }
}

const staffColumns = (["id", "name", "email", "role", "assigned_matters_only"] as const).map((name) => ({
  name,
  of: (row: Awaited<ReturnType<typeof listTeam>>[number]) => row[name],
}))

function readme({ reveal }: FirmExportChoice): string {
  return `Everything of your firm in Foyer.

firm.json             your firm and its settings
staff.csv             your colleagues
matters.csv           the list of matters: ${listColumns.map(({ name }) => name).join(", ")}
questionnaires/       every published version of every questionnaire; Foyer can import them
document templates/   your Word files
matters/              a folder for each matter: matter.json in the words of the API, each submission as it was sent,
                      and every file
audit log.jsonl       who did what, newest first, one JSON object on each line
damaged files.json    only where the store could not read a file: which ones are empty here
manifest.json         every file with its size and SHA-256; bin/foyer check-export compares them

Sensitive answers are ${reveal ? "in clear" : "masked"}. Passwords, keys and links are not in it, nor are deleted matters.
`
}

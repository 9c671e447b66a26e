// How a firm organizes its matters: its own file number, a due date, tags, and whether scheduled reminders skip one.
// Clients see none of it.
import { inOneLine } from "../../../definition/values/typed-text.ts"
import { json, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import { recordChanges } from "../changes/changes.ts"
import { lockForEditing } from "../editing.ts"

export interface Filing {
  /** The firm's own number; empty for none. */
  file_number: string
  /** `YYYY-MM-DD`, or null. */
  due_on: string | null
  tags: string[]
}

const max_tags = 20
const max_characters = { file_number: 60, tag: 40 }

/** The columns of a `Filing`, from `matters m`. */
export const filingColumns: Sql = sql`
  m.file_number, m.due_on,
  array(select t.tag::text from matter_tags t where t.matter_id = m.id order by t.tag) as tags`

export function getFiling(tx: Tx, matter_id: string): Promise<Filing> {
  return tx.one(sql`select ${filingColumns} from matters m where m.id = ${matter_id}`)
}

/** Tags as they are stored: each once, in one line, without blank ones. */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => inOneLine(tag).replace(/\s+/g, " ")).filter(Boolean))]
}

/**
 * Replaces a matter's file number, due date and tags; throws "not found", and "bad request" for a malformed number or
 * tag.
 */
export async function changeFiling(tx: Tx, matter_id: string, filing: Filing): Promise<void> {
  await lockForEditing(tx, matter_id)
  const file_number = inOneLine(filing.file_number)
  const tags = tidyTags(filing.tags)
  const faults = filingFaults({ file_number, tags })
  if (faults.length > 0) throw badRequest(faults)
  await tx.run(sql`
    update matters set file_number = ${file_number}, due_on = ${filing.due_on} where id = ${matter_id}`)
  await tx.run(sql`delete from matter_tags where matter_id = ${matter_id} and tag <> all(${tags}::text[])`)
  await tx.run(sql`
    insert into matter_tags (matter_id, tag) select ${matter_id}, tag from unnest(${tags}::text[]) tag
    on conflict do nothing`)
}

/**
 * Gives matters the file number and due day they lack, and adds tags up to the limit, in two statements for all. The
 * caller holds the matters' locks and has checked the values with `filingFaults`.
 */
export async function completeFilings(
  tx: Tx,
  filings: readonly (Filing & { matter_id: string })[],
): Promise<void> {
  const rows = filings.map((filing) => ({ ...filing, file_number: inOneLine(filing.file_number) }))
  await tx.run(sql`
    update matters m
       set file_number = coalesce(nullif(m.file_number, ''), f.file_number), due_on = coalesce(m.due_on, f.due_on)
      from jsonb_to_recordset(${json(rows)}) as f (matter_id text, file_number text, due_on date)
     where m.id = f.matter_id and (m.file_number = '' and f.file_number <> '' or m.due_on is null and f.due_on is not null)`)
  const tags = filings.flatMap(({ matter_id, tags }) => tags.map((tag) => ({ matter_id, tag })))
  await tx.run(sql`
    insert into matter_tags (matter_id, tag)
    select matter_id, tag from (
           select t.matter_id, t.tag, row_number() over (partition by t.matter_id order by t.tag)
                  + (select count(*) from matter_tags o where o.matter_id = t.matter_id) as place
             from (select distinct matter_id, tag from jsonb_to_recordset(${json(tags)}) as t (matter_id text, tag text)) t
            where not exists (select from matter_tags h where h.matter_id = t.matter_id and h.tag = t.tag)) new
     where place <= ${max_tags}`)
}

/** Adds a tag to those of a matter; throws "not found", and "bad request" for a malformed tag or one too many. */
export async function addTag(tx: Tx, matter_id: string, tag: string): Promise<void> {
  await lockForEditing(tx, matter_id)
  const { tags, ...filing } = await getFiling(tx, matter_id)
  await changeFiling(tx, matter_id, { ...filing, tags: [...tags, tag] })
}

/** Removes a tag from those of a matter; throws "not found". */
export async function removeTag(tx: Tx, matter_id: string, tag: string): Promise<void> {
  await lockForEditing(tx, matter_id)
  await tx.run(sql`delete from matter_tags where matter_id = ${matter_id} and tag = ${tag}`)
}

/** Changes the due day of a matter, or removes it; throws "not found". */
export async function changeDueDay(tx: Tx, matter_id: string, due_on: string | null): Promise<void> {
  await lockForEditing(tx, matter_id)
  await tx.run(sql`update matters set due_on = ${due_on} where id = ${matter_id}`)
}

/** What is wrong with a file number or tags, by field. */
export function filingFaults({ file_number, tags }: Pick<Filing, "file_number" | "tags">): Fault[] {
  const faults: Fault[] = []
  if ([...file_number].length > max_characters.file_number) {
    const message = "Use at most 60 characters for the file number."
    faults.push({ param: "file_number", code: "too_long", message })
  }
  if (tags.length > max_tags || tags.some((tag) => [...tag].length > max_characters.tag)) {
    const message = "Use at most 20 tags of at most 40 characters each, with commas between them."
    faults.push({ param: "tags", code: "too_long", message })
  } else if (tags.some((tag) => tag.includes(","))) {
    const message = "A tag cannot contain a comma. Write two tags instead."
    faults.push({ param: "tags", code: "not_accepted", message })
  }
  return faults
}

/** Any other tag can be typed, and is found by it. */
export const max_listed_tags = 1_000

/** Tags in use, alphabetically, up to a limit: of all matters, or of those assigned to one user. */
export async function listTags(tx: Tx, assignee_id?: string | null): Promise<string[]> {
  const rows = await tx.all<{ tag: string }>(tagsInUse(assignee_id))
  return rows.map(({ tag }) => tag)
}

/** Selects them. */
export function tagsInUse(assignee_id?: string | null): Sql {
  return assignee_id
    ? sql`
        select distinct t.tag from matters m join matter_tags t on t.matter_id = m.id
         where m.assignee_id = ${assignee_id} order by 1 limit ${max_listed_tags}`
    : // Jumps from tag to tag along the index, so the cost doesn't grow with the matters per tag.
      sql`
        with recursive used as (
          (select tag from matter_tags order by tag limit 1)
          union all
          select (select t.tag from matter_tags t where t.tag > u.tag order by t.tag limit 1)
            from used u where u.tag is not null)
        select tag from used where tag is not null limit ${max_listed_tags}`
}

/** Switches scheduled reminders of one matter on or off, and records the change in the matter's history. */
export async function switchReminders(tx: Tx, matter_id: string, to: "on" | "off"): Promise<void> {
  const { reminders_off } = await lockForEditing(tx, matter_id)
  const current = { scheduled_reminders: reminders_off ? "Off" : "On" }
  const value = to === "off" ? "Off" : "On"
  await recordChanges(tx, matter_id, matter_id, current, [{ field: "scheduled_reminders", value }])
  await tx.run(sql`update matters set reminders_off = ${to === "off"} where id = ${matter_id}`)
}

// A firm is the tenant: every other record belongs to one, and no transaction sees two.
import type { Database } from "../../platform/db/database.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"

export interface Firm {
  id: string
  /** The prefix of its keys, links and cookies. */
  place: string
  name: string
  contact_line: string
  color: string
  locale: "en" | "es"
  time_zone: string
  /** For trying things out: its emails are not sent. */
  is_test: boolean
  logo_file: LogoFile | null
  settings: Record<string, unknown>
}

/** Where the logo's encrypted bytes are, and its size in pixels. */
export interface LogoFile {
  key: string
  wrapped_key: string
  content_type: string
  width: number
  height: number
}

/** Creates a firm and returns its id. Needs a platform transaction, since there is no firm yet. */
export async function createFirm(
  tx: Tx,
  {
    name,
    contact_line = "",
    is_test = false,
  }: { name: string; contact_line?: string; is_test?: boolean | undefined },
): Promise<string> {
  const id = newId("firm")
  await tx.run(
    sql`insert into firms (id, name, contact_line, is_test, created_at) values (${id}, ${name}, ${contact_line}, ${is_test}, ${tx.now})`,
  )
  return id
}

const columns = sql`id, place, name, contact_line, color, locale, time_zone, is_test, logo_file, settings`

/** Returns the firm of this transaction. */
export function getFirm(tx: Tx): Promise<Firm> {
  return tx.one(sql`select ${columns} from firms where id = current_firm()`)
}

/** The same as a column. */
export const ownFirm = sql`
  (select to_jsonb(f) from (select ${columns} from firms where id = current_firm()) f)`

/** Finds the firm whose keys, links and cookies start with `place`; undefined for an unknown or suspended firm. */
export async function findFirmAt(db: Database, place: string): Promise<Firm | undefined> {
  if (!place) return undefined
  return db.forPlatform((tx) =>
    tx.maybe(sql`select ${columns} from firms where place = ${place} and suspended_at is null`),
  )
}

/**
 * Like `findFirmAt`, but without a known place it returns the only firm, if there is just one. A test firm beside a real
 * one doesn't count, nor does a suspended firm.
 */
export async function findFirmOfStranger(db: Database, place: string): Promise<Firm | undefined> {
  const firm = await findFirmAt(db, place)
  if (firm) return firm
  const [only, another] = await db.forPlatform((tx) =>
    tx.all<Firm>(sql`select ${columns} from firms where suspended_at is null order by is_test limit 2`),
  )
  return !another || (another.is_test && !only?.is_test) ? only : undefined
}

/** Returns the firms, other than suspended ones, where a client has this address. Needs a platform transaction. */
export function listFirmsOfClient(tx: Tx, email: string): Promise<Firm[]> {
  return tx.all(sql`
    select ${columns} from firms f
     where suspended_at is null
       and (exists (select from invitations i
                     where i.firm_id = f.id and i.email <> '' and lower(i.email) = lower(${email}))
         or exists (select from users u
                     where u.firm_id = f.id and u.is_client_user and u.email <> '' and lower(u.email) = lower(${email})))
     order by id`)
}

export interface FirmEdits {
  /** 1–200 characters. */
  name?: string
  contact_line?: string
  /** `#rrggbb`. */
  color?: string
  locale?: "en" | "es"
  /** An IANA time zone name. */
  time_zone?: string
}

/** Changes the given fields of the transaction's firm. */
export async function changeFirm(
  tx: Tx,
  { name, contact_line, color, locale, time_zone }: FirmEdits,
): Promise<void> {
  await tx.one(sql`
    update firms
       set name = coalesce(${name ?? null}, name), contact_line = coalesce(${contact_line ?? null}, contact_line),
           color = coalesce(lower(${color ?? null}), color), locale = coalesce(${locale ?? null}, locale),
           time_zone = coalesce(${time_zone ?? null}, time_zone),
           settings = case when ${time_zone ?? null}::text is null then settings
                           else settings || '{"time_zone_chosen": true}' end
     where id = current_firm() returning id`)
}

/** Saves settings that have no column of their own, and keeps the others. Throws "not found". */
export async function changeSettings(
  tx: Tx,
  firm_id: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.one(
    sql`update firms set settings = settings || ${json(settings)}::jsonb where id = ${firm_id} returning id`,
  )
}

/** Whether no other firm shares the installation; a test firm beside a real one doesn't count. Needs a platform transaction. */
export async function isAlone(tx: Tx, firm_id: string): Promise<boolean> {
  const others = await tx.maybe(sql`
    select from firms f join firms own on own.id = ${firm_id}
     where f.id <> own.id and (not f.is_test or own.is_test) limit 1`)
  return others === undefined
}

/** Returns all firms of the installation, oldest first. Needs a platform transaction. */
export function listFirms(
  tx: Tx,
): Promise<(Pick<Firm, "id" | "place" | "name" | "is_test"> & { suspended_at: Date | null })[]> {
  return tx.all(sql`select id, place, name, is_test, suspended_at from firms order by id`)
}

/**
 * Suspends or resumes a firm's API, console, portal and background work; deletes nothing, and a deletion that did not
 * finish is over. Throws "not found". Needs a platform transaction.
 */
export async function changeSuspension(tx: Tx, firm_id: string, is_suspended: boolean): Promise<void> {
  await tx.one(sql`
    update firms set suspended_at = case when ${is_suspended} then coalesce(suspended_at, ${tx.now}) end,
           settings = case when ${is_suspended} then settings else settings - 'is_being_deleted' end
     where id = ${firm_id} returning id`)
}

/** Whether firm `f` may be deleted: it is for tests, or never had a matter. */
export const isRemovable = sql`
  (f.is_test or not exists (select from matters m where m.firm_id = f.id)
            and not exists (select from deletions d where d.firm_id = f.id))`

/** Removes such a firm and every row that belongs to it. Throws "not found". Needs a platform transaction. */
export async function removeFirm(tx: Tx, firm_id: string): Promise<void> {
  await tx.one(sql`delete from firms f where id = ${firm_id} and ${isRemovable} returning id`)
}

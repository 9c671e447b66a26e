// The demo: two fictional firms with months of work behind them. One transaction creates it, so it exists completely
// or not at all. The first firm's settings store its ids, so that the loader finds it again.
import { createKey } from "../server/firm/access/api/keys.ts"
import { changeSettings } from "../server/firm/firms/firms.ts"
import { addSetupToken, findAdmin } from "../server/firm/users/setup-links.ts"
import {
  createInvitation,
  getInvitationLink,
  listInvitations,
} from "../server/intake/matters/invitations/invitations.ts"
import type { Parts } from "../server/parts.ts"
import type { Database } from "../server/platform/db/database.ts"
import { sql, type Tx } from "../server/platform/db/sql.ts"
import { createFirms, type DemoIds } from "./firms.ts"

export type DemoParts = Pick<Parts, "db" | "ring" | "files" | "base_url" | "config" | "installation_id">

/** The output of `foyer demo --json`. Ids are permanent; keys and links expire within days. */
export interface Demo extends DemoIds {
  base_url: string
  api_token: string
  /** Sets a password for the firm's first admin and signs in. Works once; earlier links work until they are used. */
  console_url: string
  /** Starts the matter created in advance. */
  invite_url: string
  other_firm: DemoIds["other_firm"] & { api_token: string }
}

const key_days = 7
/** The longest wait for another process that is loading the demo. */
const lock_timeout_ms = 5 * 60_000

/** Loads the demo unless it exists, safely in parallel, and returns fresh keys and links. */
export async function loadDemo(parts: DemoParts): Promise<Demo> {
  const ids = await parts.db.withTimeout(lock_timeout_ms).forPlatform(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('foyer demo'))`)
    return (await findIds(tx, parts)) ?? (await load(tx, parts))
  })
  return withCredentials(parts, ids)
}

/** Returns the demo with fresh keys and links if it was loaded before. */
export async function findDemo(parts: DemoParts): Promise<Demo | undefined> {
  const ids = await parts.db.forPlatform((tx) => findIds(tx, parts))
  return ids && withCredentials(parts, ids)
}

async function load(
  tx: Tx,
  { db, ring, files, base_url, config, installation_id }: DemoParts,
): Promise<DemoIds> {
  // A configured mail server would send real emails to made-up addresses.
  const mails = config.smtp_url === undefined
  const ids = await createFirms(tx, db, { ring, files, base_url, mails })
  await changeSettings(tx, ids.firm_id, { demo: { ids, installation_id } })
  return ids
}

/** Finds this installation's demo. A demo older than installation ids is recognized by its master key. */
async function findIds(tx: Tx, { ring, installation_id }: DemoParts): Promise<DemoIds | undefined> {
  const firm = await tx.maybe<{ ids: DemoIds }>(sql`
    select settings->'demo'->'ids' as ids from firms
     where settings->'demo'->>'installation_id' = ${installation_id}
        or settings->'demo'->>'key_id' = any(${ring.key_ids}) order by id limit 1`)
  return firm?.ids
}

async function withCredentials(parts: DemoParts, ids: DemoIds): Promise<Demo> {
  const { db, base_url } = parts
  const [admin, api_token] = await mintKey(db, ids.firm_id)
  const [, other_token] = await mintKey(db, ids.other_firm.firm_id)
  const [setup_token, invite_url] = await db.forFirm(
    ids.firm_id,
    async (tx) => [await addSetupToken(tx, admin), await freshLink(tx, parts, ids)],
    { user_id: admin },
  )
  const { firm_id, questionnaires, matters, other_firm } = ids
  return {
    base_url,
    firm_id,
    api_token,
    console_url: `${base_url}/console/setup/${setup_token}`,
    invite_url,
    questionnaires,
    matters,
    other_firm: { firm_id: other_firm.firm_id, api_token: other_token, matter_id: other_firm.matter_id },
  }
}

/** Earlier keys keep working until they expire, so their holders aren't cut off. */
function mintKey(db: Database, firm_id: string): Promise<[admin: string, token: string]> {
  return db.forFirm(firm_id, async (tx) => {
    const { id } = await findAdmin(tx)
    const expires_at = new Date(tx.now.getTime() + key_days * 86_400_000)
    const { token } = await createKey(tx, { name: "Demo", created_by: id, expires_at })
    return [id, token]
  })
}

/** Returns an unused link: the client's or, once that is used, a new one for a helper. */
async function freshLink(tx: Tx, parts: DemoParts, { matters }: DemoIds): Promise<string> {
  const matter_id = matters.pre_created
  const unused = (await listInvitations(tx, matter_id)).find(
    ({ user_id, revoked_at }) => !user_id && !revoked_at,
  )
  const { invite_url } = unused
    ? await getInvitationLink(tx, parts, unused.id)
    : await createInvitation(tx, parts, { matter_id, party: "helper" })
  return invite_url
}

// The demo: two invented firms with months of work behind them. It is created in one transaction, so that it
// is there as a whole or not at all, and found again by what the firm remembers of it.
import { createKey } from "../server/access/keys.ts"
import { changeSettings } from "../server/firms/firms.ts"
import { createInvitation, getInvitationLink, listInvitations } from "../server/matters/invitations.ts"
import type { Parts } from "../server/parts.ts"
import type { Database, Tx } from "../server/platform/db/database.ts"
import { sql } from "../server/platform/db/sql.ts"
import { addSetupToken, findAdmin } from "../server/users/staff.ts"
import { createFirms, type DemoIds } from "./firms.ts"

export type DemoParts = Pick<Parts, "db" | "ring" | "files" | "base_url" | "config" | "installation_id">

/** What `foyer demo --json` prints. The ids stay; keys and links are good for some days. */
export interface Demo extends DemoIds {
  base_url: string
  api_token: string
  /** Sets a password for the firm's first admin and signs in; works once; those before it work until they are used. */
  console_url: string
  /** Starts the matter that was created ahead of time. */
  invite_url: string
  other_firm: DemoIds["other_firm"] & { api_token: string }
}

const key_days = 7
/** How long to wait for another process that is loading the demo. */
const lock_timeout_ms = 5 * 60_000

/** Makes sure that the demo is there, whoever else does so at the same time, and returns fresh keys and links. */
export async function loadDemo(parts: DemoParts): Promise<Demo> {
  const ids = await parts.db.withTimeout(lock_timeout_ms).forPlatform(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('foyer demo'))`)
    return (await findIds(tx, parts)) ?? (await load(tx, parts))
  })
  return withCredentials(parts, ids)
}

/** The demo with fresh keys and links where it was loaded before. */
export async function findDemo(parts: DemoParts): Promise<Demo | undefined> {
  const ids = await parts.db.forPlatform((tx) => findIds(tx, parts))
  return ids && withCredentials(parts, ids)
}

async function load(
  tx: Tx,
  { db, ring, files, base_url, config, installation_id }: DemoParts,
): Promise<DemoIds> {
  // A real mail server would really write to the invented people.
  const mails = config.smtp_url === undefined
  const ids = await createFirms(tx, db, { ring, files, base_url, mails })
  await changeSettings(tx, ids.firm_id, { demo: { ids, installation_id } })
  return ids
}

/** The installation's own; one from before it had an id is known by its key. */
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

/** Earlier keys stay good until they end by themselves: whoever holds one is not cut off. */
function mintKey(db: Database, firm_id: string): Promise<[admin: string, token: string]> {
  return db.forFirm(firm_id, async (tx) => {
    const { id } = await findAdmin(tx)
    const expires_at = new Date(tx.now.getTime() + key_days * 86_400_000)
    const { token } = await createKey(tx, { name: "Demo", created_by: id, expires_at })
    return [id, token]
  })
}

/** A link nobody has started with: the client's, or, once that is taken, one for somebody who helps. */
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

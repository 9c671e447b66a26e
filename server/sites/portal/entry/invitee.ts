// The client or helper who is about to sign in, identified by their invitation's link or by an ended session.

import type { Language } from "../../../definition/text.ts"
import type { EntryProof } from "../../../firm/access/entry-proofs.ts"
import { type Firm, getFirm } from "../../../firm/firms/firms.ts"
import { findIntroduction } from "../../../firm/users/introductions.ts"
import { listStoredPasskeys } from "../../../firm/users/sign-in/passkeys.ts"
import { mayClientEdit } from "../../../intake/matters/editing.ts"
import { type Invited, readInvited } from "../../../intake/matters/invitations/invited.ts"
import { getMatterRow, type MatterRow } from "../../../intake/matters/matter-row.ts"
import { listClientNames } from "../../../intake/matters/parties/client-names.ts"
import { contactOf } from "../../../intake/matters/parties/parties.ts"
import { definitionOf, type MatterDefinition } from "../../../intake/matters/progress/definition.ts"
import { withInviteeView } from "../../../intake/matters/progress/parts-alone.ts"
import { loadMatter } from "../../../intake/submissions/loaded-matter.ts"
import { readReadiness } from "../../../intake/submissions/missing/missing.ts"
import { isGivenBy, type OpenItem } from "../../../intake/submissions/missing/open-items.ts"
import type { Parts } from "../../../parts.ts"
import type { Database, Tx } from "../../../platform/db/database.ts"
import { Failure } from "../../../platform/errors.ts"
import type { StoredPasskey } from "../../../platform/passkeys.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { namesOfClients } from "../../../web/portal/words/words.ts"

interface Proven {
  firm_id: string
  invitation_id: string
  matter_id: string
  user_id: string | null
  is_revoked: boolean
  is_suspended: boolean
}

export interface Invitee extends Proven, Invited {
  /** Public parts only, for the passkey request. */
  passkeys: readonly StoredPasskey[]
  firm: Firm
  introduction: Awaited<ReturnType<typeof findIntroduction>>
  client_names: readonly string[]
  matter: MatterRow
  questionnaire: MatterDefinition
  /** Whether the client may start or continue to fill in the questionnaire. */
  may_edit: boolean
  /** What a completed matter still waits for from an invitee who has not started. */
  still_open: readonly OpenItem[]
  /** The contact that the invitee is; null for a helper. */
  contact_id: string | null
}

/** Runs `work` for the invitee that `proof` identifies. Throws "not found" for an unknown link. */
export function openEntry<T>(
  { db, ring }: Pick<Parts, "db" | "ring">,
  proof: EntryProof,
  work: (tx: Tx, invitee: Invitee) => Promise<T>,
): Promise<T> {
  let proven: Proven | undefined
  return db.forBearer<Proven, T>(
    proof,
    (row) => {
      proven = row
    },
    async (tx) => {
      if (!proven) throw new Failure("not_found", "unknown_invitation", "There is no such invitation.")
      return work(tx, await readInvitee(tx, ring, proven))
    },
  )
}

/** The user that `proof` identifies; undefined for an unknown link, and before the invitee has started. */
export async function findInvitedUser(
  db: Database,
  proof: EntryProof,
): Promise<{ firm_id: string; user_id: string } | undefined> {
  let proven: Proven | undefined
  await db.forBearer<Proven, void>(
    proof,
    (row) => {
      proven = row
    },
    async () => undefined,
  )
  return proven?.user_id ? { firm_id: proven.firm_id, user_id: proven.user_id } : undefined
}

async function readInvitee(tx: Tx, ring: KeyRing, proven: Proven): Promise<Invitee> {
  const { invitation_id, matter_id } = proven
  const [invited, passkeys, firm, introduction, client_names, matter, questionnaire] = await Promise.all([
    readInvited(tx, invitation_id),
    proven.user_id === null ? [] : listStoredPasskeys(tx, proven.user_id),
    getFirm(tx),
    findIntroduction(tx, matter_id),
    listClientNames(tx, matter_id),
    getMatterRow(tx, matter_id),
    definitionOf(tx, matter_id),
  ])
  const may_edit = mayClientEdit(matter)
  const contact_id = contactOf(matter, invited.party)
  const { open } =
    may_edit || invited.started_at || proven.is_revoked || invited.is_for_parts
      ? { open: [] }
      : await withInviteeView(tx, invitation_id, () => readReadiness(loadMatter(tx, ring, matter_id)))
  const still_open = open.filter((item) => isGivenBy(item, contact_id))
  return {
    ...{ ...proven, ...invited, passkeys, firm, introduction, client_names, matter, questionnaire, may_edit },
    ...{ contact_id, still_open },
  }
}

/** The clients' names, if the invitee is a helper; undefined for a client. */
export function clientNamesForHelper({ party, client_names }: Invitee, lang: Language): string | undefined {
  return party === "helper" ? namesOfClients(client_names, lang) : undefined
}

// Who stands at the door: an invitation, proven by its link or by a session of this browser that has ended.

import type { Language } from "../../definition/text.ts"
import { type Firm, getFirm } from "../../firms/firms.ts"
import { listClientNames } from "../../matters/client-names.ts"
import { definitionOf, type MatterDefinition } from "../../matters/definition.ts"
import { mayClientEdit } from "../../matters/editing.ts"
import { getMatterRow, type MatterRow } from "../../matters/matter-row.ts"
import type { Party } from "../../matters/parties.ts"
import type { Database, Tx } from "../../platform/db/database.ts"
import { type Sql, sql } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import type { StoredPasskey } from "../../platform/passkeys.ts"
import { hashToken, placeOf } from "../../platform/secrets/tokens.ts"
import { listStoredPasskeys } from "../../users/passkeys.ts"
import { namesOfClients } from "../words/words.ts"
import type { PageOwner } from "./page-owner.ts"

interface Proven {
  firm_id: string
  invitation_id: string
  matter_id: string
  user_id: string | null
  is_revoked: boolean
  is_suspended: boolean
}

export interface Visitor extends Proven {
  party: Party
  first_name: string
  last_name: string
  /** Where codes go: the address the client gave, else the one the firm invited. */
  email: string
  has_password: boolean
  /** A code of an authenticator app is asked for besides. */
  has_second_factor: boolean
  /** What a browser can be asked for; nothing of it is secret. */
  passkeys: readonly StoredPasskey[]
  /** The language the client chose before, on any device. */
  language: Language | null
  inviter: string
  started_at: Date | null
  /** This very link has signed a browser in before; a renewed one has not. */
  is_claimed: boolean
  /** Something was saved by this client: from then on the link alone opens nothing. */
  has_given: boolean
  firm: Firm
  /** The clients by name. */
  client_names: readonly string[]
  matter: MatterRow
  questionnaire: MatterDefinition
  /** Whether the client may start or go on filling in. */
  may_edit: boolean
}

/** Proof by the key of an invitation link. */
export function proofOfInvitation(key: string): Sql {
  return sql`select * from authenticate_invitation(${placeOf(key)}, ${hashToken(key)})`
}

/** Proof by the token of a client session that has ended: enough to be asked for a code, for nothing else. */
export function proofOfEndedSession(token: string): Sql {
  return sql`select * from recall_session(${placeOf(token)}, ${hashToken(token)})`
}

/** Proof by what a page was given under seal: enough to be asked for a code, for nothing else. */
export function proofOfPageOwner({ user_id, matter_id }: PageOwner): Sql {
  return sql`select * from recall_client(${user_id}, ${matter_id})`
}

/** Runs `work` for whoever `proof` names; changes nothing itself. Throws "not found" for an unknown link. */
export function openDoorway<T>(
  db: Database,
  proof: Sql,
  work: (tx: Tx, visitor: Visitor) => Promise<T>,
): Promise<T> {
  let proven: Proven | undefined
  return db.forBearer<Proven, T>(
    proof,
    (row) => {
      proven = row
    },
    async (tx) => {
      if (!proven) throw new Failure("not_found", "unknown_invitation", "There is no such invitation.")
      return work(tx, await readVisitor(tx, proven))
    },
  )
}

/** Whose sign-in `proof` leads to; undefined for an unknown link, and before anybody has started. */
export async function findVisitorUser(
  db: Database,
  proof: Sql,
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

async function readVisitor(tx: Tx, proven: Proven): Promise<Visitor> {
  const { invitation_id, matter_id } = proven
  type Row = Pick<
    Visitor,
    | "party"
    | "first_name"
    | "last_name"
    | "email"
    | "has_password"
    | "has_second_factor"
    | "language"
    | "inviter"
    | "started_at"
    | "is_claimed"
    | "has_given"
  >
  const [row, passkeys, firm, client_names, matter, questionnaire] = await Promise.all([
    tx.one<Row>(sql`
      select i.party, i.first_name, i.last_name, i.started_at, i.claimed_at is not null as is_claimed, coalesce(nullif(u.email, ''), i.email) as email,
             u.password_hash is not null as has_password,
             u.second_factor_sealed is not null as has_second_factor, u.preferences ->> 'language' as language, coalesce(s.name, '') as inviter,
             exists (select from changes c where c.matter_id = i.matter_id and c.changed_by = i.user_id)
               or exists (select from documents d where d.matter_id = i.matter_id and d.uploaded_by = i.user_id)
               as has_given
        from invitations i
        left join users u on u.id = i.user_id
        left join users s on s.id = i.created_by and s.is_firm_staff
       where i.id = ${invitation_id}`),
    proven.user_id === null ? [] : listStoredPasskeys(tx, proven.user_id),
    getFirm(tx),
    listClientNames(tx, matter_id),
    getMatterRow(tx, matter_id),
    definitionOf(tx, matter_id),
  ])
  const may_edit = mayClientEdit(matter)
  return { ...proven, ...row, passkeys, firm, client_names, matter, questionnaire, may_edit }
}

/** The clients as a helper reads of them; undefined for whoever is a client. */
export function filledInFor({ party, client_names }: Visitor, lang: Language): string | undefined {
  return party === "helper" ? namesOfClients(client_names, lang) : undefined
}

/** `a•••@example.com`: enough to recognize one's own address, too little to learn somebody else's. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@")
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database } from "../../platform/db/database.ts"
import { readOnce } from "../../platform/db/read-once.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { Failure, forbidden } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { recordAudit } from "../audit/audit.ts"
import { type Firm, ownFirm } from "../firms/firms.ts"
import { isAtLeast } from "../users/staff-roles.ts"
import { clearSiteData, dropCookie, readCookie, setCookie } from "./cookies.ts"
import { consoleOwner } from "./page-owner.ts"
import { type RoleAccess, roleRefusal } from "./role-of-route.ts"
import {
  createSession,
  endSession,
  extendSession,
  type Lifetime,
  noSession,
  proofOfSession,
  type SessionIdentity,
} from "./sessions.ts"

/** Who is signed in to the console, and their firm. */
export interface Staff extends Omit<SessionIdentity, "matter_id"> {
  /** Sees only the matters assigned to them. */
  assigned_matters_only: boolean
  has_second_factor: boolean
  /** Signed in with a passkey, which proves two factors at once. */
  is_strong: boolean
  /** Whether single-key shortcuts are on; a personal setting. */
  has_single_keys: boolean
  /** Light, dark, or the device's setting; a personal setting. */
  color_scheme: "device" | "light" | "dark"
  /** The columns of the list of matters that they chose, with spaces between; null until they do. */
  list_columns: string | null
  /** Notifications about matters they may see, counted up to 100. */
  unread_notifications: number
  firm: Firm
}

/** Half a day without use, one week in total. */
export const staffLifetime: Lifetime = { idle_s: 12 * 3_600, max_s: 7 * 24 * 3_600 }

const cookie = "foyer_staff"

/**
 * Gives every request `inConsole`: it opens one transaction for the firm of the session in its cookie and runs `work` in
 * it. Throws 401 `no_session` if no one is signed in or a form comes from a page shown to someone else; 403 `admin_only`,
 * `author_only` or `read_only` if the role is too low (`neededRole`), `second_factor_required` if the firm requires
 * two-factor authentication that is missing, and `firm_suspended`.
 */
export function consoleAuthentication(app: App, { db, ring }: { db: Database; ring: KeyRing }): void {
  app.decorateRequest("inConsole", async function <
    T,
  >(this: FastifyRequest, work: (tx: Tx, staff: Staff) => Promise<T>, access: RoleAccess = {}): Promise<T> {
    const token = staffToken(this)
    if (!token) throw noSession()
    let identity: SessionIdentity | undefined
    return db.forBearer<SessionIdentity, T>(
      proofOfSession(token, db.clock()),
      (row) => {
        identity = checkStaff(row)
        const own = [identity.firm_id, identity.user_id] as const
        if (!access.from_any_page && consoleOwner.isOfAnother(ring, this.body, own, db.clock()))
          throw noSession()
      },
      async (own) => {
        if (!identity) throw noSession()
        const tx = readOnce(own)
        const [more] = await Promise.all([
          tx.one<
            Pick<
              Staff,
              | "firm"
              | "assigned_matters_only"
              | "has_second_factor"
              | "is_strong"
              | "has_single_keys"
              | "color_scheme"
              | "list_columns"
              | "unread_notifications"
            >
          >(sql`
            select assigned_matters_only and role <> 'admin' as assigned_matters_only,
                   second_factor_sealed is not null as has_second_factor,
                   (select s.is_strong from sessions s where s.id = ${identity.session_id}) as is_strong,
                   preferences->>'single_keys' is distinct from 'off' as has_single_keys,
                   coalesce(preferences->>'color_scheme', 'device') as color_scheme, preferences->>'list_columns' as list_columns,
                   unread_notifications(), ${ownFirm} as firm
              from users where id = current_actor()`),
          extendSession(tx, identity, staffLifetime),
        ])
        const { matter_id: _, ...session } = identity
        const staff: Staff = { ...session, ...more }
        checkAccess(staff, access)
        return work(tx, staff)
      },
    )
  })
}

/** The token of this browser's console session, live or ended. */
export function staffToken(request: FastifyRequest): string | undefined {
  return readCookie(request, cookie)
}

/** Signs a member of staff in on this browser. Call it inside the transaction that authenticated them. */
export async function signInStaff(
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  user_id: string,
  { is_strong = false } = {},
): Promise<void> {
  const device = request.headers["user-agent"] ?? ""
  const { token } = await createSession(tx, { user_id, device, lifetime: staffLifetime, is_strong })
  setCookie(request, reply, cookie, token, staffLifetime.max_s)
}

/** Signs out on this browser, whether or not the session is still live. */
export async function signOutStaff(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  dropCookie(request, reply, cookie)
  clearSiteData(reply)
  await endOwnSession(request)
}

/** Ends the request's session, whichever firm it belongs to; does nothing if it has already ended. */
export async function endOwnSession(request: FastifyRequest): Promise<void> {
  try {
    await request.inConsole(
      async (tx, staff) => {
        await endSession(tx, staff.session_id)
        await recordAudit(tx, "signed_out")
      },
      { without_second_factor: true, from_any_page: true },
    )
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

function checkStaff(row: SessionIdentity | undefined): SessionIdentity {
  if (!row?.is_firm_staff) throw noSession()
  if (row.is_suspended)
    throw forbidden("firm_suspended", "This firm is suspended. Ask the administrator of this service.")
  return row
}

function checkAccess({ role, has_second_factor, is_strong, firm }: Staff, access: RoleAccess): void {
  const hasTwo = has_second_factor || is_strong
  if (firm.settings.require_second_factor === true && !hasTwo && !access.without_second_factor) {
    throw forbidden(
      "second_factor_required",
      "Your firm requires two-factor authentication. Set it up first.",
    )
  }
  if (access.role && !isAtLeast(role, access.role)) throw roleRefusal(access.role)
}

declare module "fastify" {
  interface FastifyRequest {
    inConsole<T>(work: (tx: Tx, staff: Staff) => Promise<T>, access?: RoleAccess): Promise<T>
  }
}

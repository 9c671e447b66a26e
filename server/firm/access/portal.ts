import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database, Tx } from "../../platform/db/database.ts"
import { readOnce } from "../../platform/db/read-once.ts"
import { Failure, forbidden, notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { staffToken } from "./console.ts"
import { clearSiteData, dropCookie, readCookie, setCookie } from "./cookies.ts"
import { extendImpersonation, impersonatedMatterOf, proofOfImpersonation } from "./impersonation.ts"
import { portalOwner } from "./page-owner.ts"
import {
  createSession,
  endSession,
  extendSession,
  type Lifetime,
  type NewSession,
  noSession,
  proofOfSession,
  type SessionIdentity,
} from "./sessions.ts"

/** Who is signed in to the portal, and the one matter they reach: its client, or staff acting for the client. */
export interface ClientIdentity extends SessionIdentity {
  matter_id: string
}

/** One day without use, one month in total: clients fill in over days, on their own devices. */
export const clientLifetime: Lifetime = { idle_s: 24 * 3_600, max_s: 30 * 24 * 3_600 }

const cookie = "foyer_client"

/**
 * Gives every request `inPortal`: it opens one transaction for the firm and matter of the session in its cookie and
 * runs `work` in it. At a staff URL, that is the console session and its impersonation. Throws 401 `no_session` if no
 * one is signed in or a form comes from a page shown to someone else, and 403 while the firm is suspended.
 */
export function portalAuthentication(app: App, { db, ring }: { db: Database; ring: KeyRing }): void {
  app.addHook("onRequest", (request, _, done) => {
    if (impersonatedMatterOf(request) !== undefined && !request.routeOptions.config.allows_impersonation)
      throw notFound()
    done()
  })
  app.decorateRequest("inPortal", async function <
    T,
  >(this: FastifyRequest, work: (tx: Tx, client: ClientIdentity) => Promise<T>, { sent = this.body, while_paused = this.routeOptions.config.opens_while_paused }: InPortalOptions = {}): Promise<T> {
    const { proof, check, extend } = sessionOf(this, db.clock())
    let client: ClientIdentity | undefined
    return db.forBearer<SessionIdentity, T>(
      proof,
      (row) => {
        client = check(row)
        const own = [client.user_id, client.matter_id] as const
        if (portalOwner.isOfAnother(ring, sent, own, db.clock())) throw noSession()
        if (client.is_limited && !this.routeOptions.config.opens_parts) throw notFound()
        requireSharing(client, this.method, while_paused)
      },
      async (own) => {
        if (!client) throw noSession()
        const tx = readOnce(own)
        await extend(tx, client)
        return work(tx, client)
      },
    )
  })
}

/** Which session counts here: the URL alone decides, so neither kind can be taken for the other. */
function sessionOf(request: FastifyRequest, now: Date) {
  const matter_id = impersonatedMatterOf(request)
  const token = matter_id ? staffToken(request) : readCookie(request, cookie)
  if (!token) throw noSession()
  if (matter_id) {
    return {
      proof: proofOfImpersonation(token, matter_id, now),
      check: checkImpersonation,
      extend: extendImpersonation,
    }
  }
  const extend = (tx: Tx, client: ClientIdentity) => extendSession(tx, client, clientLifetime)
  return { proof: proofOfSession(token, now), check: checkClient, extend }
}

/** Signs a client in on this browser. Call it inside the transaction that authenticated them. */
export async function signInClient(
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Pick<NewSession, "user_id" | "is_unproven"> & { matter_id: string },
): Promise<void> {
  const device = request.headers["user-agent"] ?? ""
  const { token } = await createSession(tx, { ...session, device, lifetime: clientLifetime })
  setCookie(request, reply, cookie, token, clientLifetime.max_s)
}

/** Signs the client out on this browser, whether or not the session is still live. */
export async function signOutClient(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  dropCookie(request, reply, cookie)
  clearSiteData(reply)
  try {
    // Accepted from any page, no matter which client it was rendered for.
    await request.inPortal((tx, client) => endSession(tx, client.session_id), {
      sent: {},
      while_paused: "all",
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/** Whether a client signed in on this browser recently; the session may have ended. */
export function wasClientHere(request: FastifyRequest): boolean {
  return readCookie(request, cookie) !== undefined
}

/** Who is signed in on this browser, without changing anything; undefined if no one is. */
export async function findClient(request: FastifyRequest, db: Database): Promise<ClientIdentity | undefined> {
  const token = readCookie(request, cookie)
  if (!token) return undefined
  let client: ClientIdentity | undefined
  await db.forBearer<SessionIdentity, void>(
    proofOfSession(token, db.clock()),
    (row) => {
      client = row && !row.is_suspended ? checkClient(row) : undefined
    },
    async () => undefined,
  )
  return client
}

/** The token of this browser's session, live or ended. */
export function clientToken(request: FastifyRequest): string | undefined {
  return readCookie(request, cookie)
}

function checkClient(row: SessionIdentity | undefined): ClientIdentity {
  if (row?.is_firm_staff) throw noSession()
  return checkMatter(row)
}

function checkImpersonation(row: SessionIdentity | undefined): ClientIdentity {
  if (!row?.is_firm_staff) throw noSession()
  return checkMatter(row)
}

function checkMatter(row: SessionIdentity | undefined): ClientIdentity {
  if (!row || row.matter_id === null) throw noSession()
  if (row.is_suspended) throw forbidden("firm_suspended", "This firm's portal is closed.")
  return { ...row, matter_id: row.matter_id }
}

/**
 * While sharing is paused, the partner opens nothing, and the main client only pages that ask about it. What the main
 * client typed before is still saved.
 */
function requireSharing(
  { paused_party }: ClientIdentity,
  method: string,
  while_paused: InPortalOptions["while_paused"],
): void {
  if (while_paused === "all") return
  if (paused_party === "partner") throw forbidden("sharing_paused", "This questionnaire is paused for now.")
  if (paused_party === "main" && while_paused !== "main" && ["GET", "HEAD"].includes(method))
    throw forbidden("partner_unconfirmed", "Answer first whether your partner still takes part.")
}

interface InPortalOptions {
  /** Where the owner of the page is read from; usually the body. */
  sent?: unknown
  /** For whom this opens although sharing is paused; usually what the route says. */
  while_paused?: "main" | "all" | undefined
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Staff acting for the client may open this page; all other pages of the portal are for the client alone. */
    allows_impersonation?: boolean
    /** A helper may open this page; every other page is closed to helpers. */
    opens_parts?: boolean
    /** The main client may open it while what two clients share is paused. */
    opens_while_paused?: "main"
  }
  interface FastifyRequest {
    inPortal<T>(work: (tx: Tx, client: ClientIdentity) => Promise<T>, options?: InPortalOptions): Promise<T>
  }
}

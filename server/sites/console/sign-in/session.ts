// From a proven sign-in to a session in this browser, and to its end.
import type { FastifyReply, FastifyRequest } from "fastify"
import { endOwnSession, signInStaff, signOutStaff } from "../../../firm/access/console.ts"
import {
  dropCookie,
  readCookie,
  type SealedCookie,
  sealCookie,
  setCookie,
} from "../../../firm/access/cookies.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { sourceOf } from "../../../firm/users/device-name.ts"
import { useOnce } from "../../../firm/users/sign-in/attempts.ts"
import { isStillProven, type SignedIn } from "../../../firm/users/sign-in/sign-in.ts"
import type { Parts } from "../../../parts.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { badField } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { newToken } from "../../../platform/secrets/tokens.ts"
import { sendView } from "../../../web/console/view.tsx"
import { signedOutPage } from "./sign-in-pages.tsx"

/** Goes on to the next step after a correct password; throws "bad request" if it is that of no account. */
export async function continueSignIn(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  accounts: readonly SignedIn[],
  next: string,
  { is_strong = false, nonce }: Partial<Pick<Pending, "is_strong" | "nonce">> = {},
): Promise<string> {
  const [account, ...others] = accounts
  if (!account) throw badField("email", "not_matching", wrongCredentials)
  if (others.length > 0 || account.has_second_factor) {
    const pending: Pending = { accounts, next, is_strong, nonce: nonce ?? newToken() }
    sealCookie(request, reply, parts, pendingCookie, pending)
    return others.length > 0 ? "/console/firm-choice" : "/console/second-step"
  }
  return openSession(parts, request, reply, account, next, { is_strong, nonce })
}

const wrongCredentials =
  "The email address and password do not match. After several attempts you have to wait or set a new password."

/**
 * Signs a proven member of staff in on this browser. Returns the page to open: sign-in again if the account changed, or
 * if a session was opened with this `nonce` before.
 */
export async function openSession(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  account: SignedIn,
  next: string,
  { is_strong = false, nonce }: Partial<Pick<Pending, "is_strong" | "nonce">> = {},
): Promise<string> {
  const { db, ring } = parts
  dropCookie(request, reply, pendingCookie.name)
  const signInAgain = (why: string) => `/console/sign-in?${new URLSearchParams({ [why]: "1", next })}`
  if (nonce !== undefined && !(await useOnce(parts, nonce))) return signInAgain("used")
  const work = async (tx: Tx) => {
    if (!(await isStillProven(tx, account))) return false
    await signInStaff(tx, request, reply, account.user_id, { is_strong })
    await recordAudit(tx, "signed_in", { label: sourceOf(request) })
    return true
  }
  const isOpen = await db.forFirm(account.firm_id, work, account)
  if (!isOpen) return signInAgain("changed")
  // End the browser's earlier session: with its cookie replaced, no one could sign it out anymore.
  await endOwnSession(request)
  rememberBrowser(request, reply, ring, account.user_id)
  return next
}

// Device cookies of the OWASP Authentication Cheat Sheet recognize browsers on which a member has signed in before, so
// that a stranger's failed attempts never lock the owner out.
const browser_cookie = "foyer_browser"
const browser_s = 365 * 24 * 3_600
const purpose = "console_browser"
/** How many people may share one browser. */
const max_users = 6

/** Returns a function that identifies this browser if the given member has signed in on it before. */
export function browserOf(request: FastifyRequest, ring: KeyRing) {
  const [browser = "", ...signatures] = readCookie(request, browser_cookie)?.split(".") ?? []
  return (user_id: string): string | undefined => {
    const isKnown = signatures.some((each) => ring.isSigned(`${browser}:${user_id}`, each, purpose))
    return isKnown ? `browser ${browser}` : undefined
  }
}

/** Records in a signed cookie that `user_id` has signed in on this browser. */
function rememberBrowser(request: FastifyRequest, reply: FastifyReply, ring: KeyRing, user_id: string): void {
  const [known, ...signatures] = readCookie(request, browser_cookie)?.split(".") ?? []
  const browser = known && /^[A-Za-z0-9]{32}$/.test(known) ? known : newToken()
  const own = ring.sign(`${browser}:${user_id}`, purpose)
  const others = signatures.filter((signature) => signature !== own).slice(0, max_users - 1)
  setCookie(request, reply, browser_cookie, [browser, own, ...others].join("."), browser_s)
}

/** A sign-in that still needs a second factor or the choice of a firm. The browser stores it in a sealed cookie. */
export interface Pending {
  accounts: readonly SignedIn[]
  next: string
  /** The completed steps count as two factors. */
  is_strong?: boolean
  /** Used up by the session it opens: whoever has a copy of the cookie opens no other. */
  nonce: string
}

export const pendingCookie: SealedCookie = {
  name: "foyer_pending",
  purpose: "console_pending:sign-in",
  lifetime_s: 10 * 60,
}

/** Of the routes that work without a session. */
export const options = { config: { guard: "console" }, schema: { hide: true } } as const
export const auditedOptions = { ...options, config: { ...options.config, audited: true } } as const

export function signOutRoutes(app: App, parts: Parts): void {
  app.post("/console/sign-out", auditedOptions, async (request, reply) => {
    await signOutStaff(request, reply)
    return reply.redirect("/console/signed-out", 303)
  })
  app.get("/console/signed-out", options, (request, reply) =>
    sendView(reply, { parts, staff: undefined, url: request.url }, signedOutPage()),
  )
}

// What every signed-in page of the portal needs: the client, the matter, its questionnaire, and the language.
import type { FastifyReply, FastifyRequest } from "fastify"
import { findLanguage, type Language, textIn } from "../../definition/text.ts"
import { dateIn } from "../../definition/values/dates.ts"
import { readCookie, setCookie } from "../../firm/access/cookies.ts"
import { impersonatedMatterOf } from "../../firm/access/impersonation.ts"
import type { Impersonation } from "../../firm/access/portal/banner.tsx"
import type { ClientIdentity } from "../../firm/access/portal.ts"
import { type Firm, getFirm } from "../../firm/firms/firms.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { Words } from "../../web/portal/words/en.ts"
import { namesOfClients, wordsAbout } from "../../web/portal/words/words.ts"
import { mayClientEdit } from "../matters/editing.ts"
import { type ClientInvitation, readClientInvitation } from "../matters/invitations/invited.ts"
import { listClientNames } from "../matters/parties/client-names.ts"
import { contactOf, type Party } from "../matters/parties/parties.ts"
import { readVisibility, type Visibility } from "../matters/progress/visibility.ts"
import type { SubmittedOpenItem } from "../submissions/missing/open-items.ts"
import { type Loaded, loaderOf } from "./loaded.ts"

/** `visible`, `facts`, `matter` and `loaded` do not change when something is saved: call `refresh` afterward. */
export interface PageRequest extends Visibility {
  tx: Tx
  parts: Parts
  client: ClientIdentity & { party: Party; invitation_id: string; contact_id: string | null }
  firm: Firm
  questionnaire_title: string
  lang: Language
  words: Words
  /** The signed-in user's first name; blank if unknown. */
  first_name: string
  /** The date in the firm's time zone, YYYY-MM-DD. */
  today: string
  /** Whether the user may change the matter's answers now. */
  may_edit: boolean
  /** In a matter that is read-only, what the latest submission was accepted with; otherwise empty. */
  last_items: readonly SubmittedOpenItem[]
  /** The matter is completed, and only the document of this page can still come. */
  is_narrow?: boolean
  /** The clients' names, if a helper or staff fill in for them. */
  filled_in_for?: string | undefined
  /** Set if staff act on the client's behalf. */
  impersonation?: Impersonation | undefined
  loaded: Loaded
}

/** Loads a page's request; `language` is the one chosen in this browser, if any. */
export async function openPageRequest(
  tx: Tx,
  client: ClientIdentity,
  parts: Parts,
  language: Language | undefined,
): Promise<PageRequest> {
  const [{ firm, ...invitation }, visibility] = await Promise.all([
    client.is_firm_staff ? noInvitation(tx) : readClientInvitation(tx, client),
    readVisibility(tx, client.matter_id, client.is_limited),
  ])
  const { matter } = visibility
  const lang = language ?? invitation.language ?? firm.locale
  const clients = invitation.party === "helper" ? await listClientNames(tx, client.matter_id) : undefined
  const filled_in_for = clients && namesOfClients(clients, lang)
  const impersonation = client.is_firm_staff
    ? { matter_id: matter.id, staff_name: client.name || client.email, clients: clients ?? [] }
    : undefined
  const may_edit = impersonation ? matter.close_date === null : mayClientEdit(matter)
  const own = ownReads(client, visibility)
  const loaded = loaderOf(tx, parts.ring, matter.id, may_edit && !impersonation, lang, own)
  return {
    tx,
    parts,
    client: {
      ...client,
      party: invitation.party,
      invitation_id: invitation.id,
      contact_id: contactOf(matter, invitation.party),
    },
    firm,
    questionnaire_title: textIn(visibility.title, lang),
    ...visibility,
    lang,
    words: wordsAbout(filled_in_for, lang),
    filled_in_for,
    first_name: invitation.first_name,
    today: dateIn(firm.time_zone, tx.now),
    may_edit,
    last_items: may_edit ? [] : await loaded.latestItems(),
    impersonation,
    loaded,
  }
}

/** Staff get the words of a helper: pages name every person and call no one "you". */
async function noInvitation(tx: Tx): Promise<ClientInvitation> {
  return { id: "", party: "helper", first_name: "", language: null, firm: await getFirm(tx) }
}

/** The same request with everything reloaded, to see what was just saved. */
export async function refresh(req: PageRequest): Promise<PageRequest> {
  const { tx, matter } = req
  const visibility = await readVisibility(tx, matter.id, req.client.is_limited)
  const own = ownReads(req.client, visibility)
  const shows_corrections = req.may_edit && !req.impersonation
  const loaded = loaderOf(tx, req.parts.ring, matter.id, shows_corrections, req.lang, own)
  return { ...req, ...visibility, loaded }
}

/** What the request's loaders need not read again; a helper's parts are not all that is visible to the matter's rules. */
function ownReads({ is_limited }: ClientIdentity, visibility: Visibility) {
  const row = async () => visibility.matter
  return is_limited ? { row } : { row, visibility: async () => visibility }
}

/** Why a section that names the main client cannot be started yet; undefined once the name is known. */
export async function waitsForNames(req: PageRequest): Promise<string | undefined> {
  const main = (await req.loaded.people()).find(({ id }) => id === req.matter.contact_main_id)
  return main?.full_name ? undefined : req.words.home.needs_names
}

/** The language chosen in this browser, by this URL or earlier. */
export function languageOf(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: string }
  return findLanguage(lang) ?? findLanguage(readCookie(request, cookieOf(request)))
}

/** Saves the chosen language, or else the URL's, in a cookie. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language?: Language): void {
  const { lang } = request.query as { lang?: string }
  const chosen = language ?? findLanguage(lang)
  if (chosen) setCookie(request, reply, cookieOf(request), chosen, 365 * 24 * 3_600)
}

/** The language that the browser's Accept-Language prefers, for a user who has not chosen one. */
export function preferredLanguage(request: FastifyRequest): Language | undefined {
  const wanted = request.headers["accept-language"] ?? ""
  return wanted
    .split(",")
    .map((part) => findLanguage(part.trim().slice(0, 2).toLowerCase()))
    .find((language) => language !== undefined)
}

/** Staff who impersonate a client have their own cookie, so they do not change the client's language in this browser. */
function cookieOf(request: FastifyRequest): string {
  return impersonatedMatterOf(request) ? "foyer_impersonation_language" : "foyer_language"
}

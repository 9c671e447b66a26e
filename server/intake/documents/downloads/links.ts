// A download link authorizes itself: it names one file of one firm and the second it expires, and is signed. It is
// verified exactly as sent, so no other spelling of it works.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"

const link_lifetime_s = 600

export interface LinkParts {
  ring: KeyRing
  base_url: string
}

export interface LinkSubject {
  firm_id: string
  document_id: string
  now: Date
}

/** Whether a browser saves the file or displays it where possible. Neither link can be turned into the other. */
export type LinkUse = "download" | "preview"

/** An absolute URL with which anyone can read the document for `link_lifetime_s`. */
export function downloadUrl(
  { ring, base_url }: LinkParts,
  { firm_id, document_id, now }: LinkSubject,
  use: LinkUse = "download",
): string {
  const expires = Math.floor(now.getTime() / 1000) + link_lifetime_s
  const signature = ring.sign(signedText(firm_id, document_id, String(expires)), use)
  return `${base_url}/${use}/${firm_id}/${document_id}?expires=${expires}&signature=${signature}`
}

/** Returns a function that adds a download link and its lifetime to a document of the current firm. */
export async function prepareLinks(tx: Tx, parts: LinkParts) {
  const { firm_id } = await tx.one<{ firm_id: string }>(sql`select current_firm() as firm_id`)
  return linker(parts, firm_id, tx.now)
}

/** The same for a known firm, from `now` on. */
export function linker(parts: LinkParts, firm_id: string, now: Date) {
  return <Item extends { document_id: string }>(item: Item) => ({
    ...item,
    download_url: downloadUrl(parts, { firm_id, document_id: item.document_id, now }),
    expires_in: link_lifetime_s,
  })
}

export type CheckedLink = { firm_id: string; document_id: string; use: LinkUse; is_expired: boolean }

/** The content of a link we signed; undefined for any other text. `url` is path and query as sent. */
export function readLink(ring: KeyRing, url: string, now: Date): CheckedLink | undefined {
  const [, path, firm_id = "", document_id = "", expires = "", signature = ""] = linkForm.exec(url) ?? []
  const use = path === "preview" ? path : "download"
  if (signature === "" || !ring.isSigned(signedText(firm_id, document_id, expires), signature, use))
    return undefined
  return { firm_id, document_id, use, is_expired: now.getTime() > Number(expires) * 1000 }
}

const linkForm =
  /^\/(download|preview)\/(firm_[0-9A-F]{32})\/(document_[PF][0-9A-F]{32})\?expires=(\d{1,12})&signature=([A-Za-z0-9_-]{43})$/

function signedText(firm_id: string, document_id: string, expires: string): string {
  return `${firm_id}/${document_id}/${expires}`
}

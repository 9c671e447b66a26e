import { randomBytes } from "node:crypto"
import { errorCodes, type FastifyReply } from "fastify"
import type { App } from "../app.ts"
import { readParameters } from "../parameters.ts"

/** The fields of a posted form. Each is a list, because a form may send a name more than once. */
export type Form = Readonly<Record<string, readonly string[]>>

/** The revision in a hidden field; undefined for anything else that someone may send, such as more than a column holds. */
export function readRevision(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Lets the routes of this (encapsulated) app accept plain HTML forms. */
export function acceptForms(app: App): void {
  app.addContentTypeParser<string>(
    /^application\/x-www-form-urlencoded(;|$)/,
    { parseAs: "string" },
    (_, text, done) => done(null, readForm(text)),
  )
  // JSON has other values than a form's lists of text, so only routes that declare a body schema accept it.
  app.addHook("onRequest", async ({ headers, routeOptions }) => {
    const isJson = headers["content-type"]?.startsWith("application/json") === true
    if (isJson && !routeOptions.schema?.body) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
  })
}

export function readForm(text: string): Form {
  const form: Record<string, string[]> = Object.create(null)
  // No keyboard types NUL, and the database cannot store it.
  for (const [name, value] of readParameters(text.replaceAll("%00", ""))) {
    const values = form[name] ?? []
    values.push(value)
    form[name] = values
  }
  return form
}

/** For the `Content-Security-Policy` of one response. */
export function newNonce(): string {
  return randomBytes(16).toString("base64")
}

/** What a page may do beyond its own: show one of our frames, be shown in one, or have a form that ends elsewhere. */
export interface Framing {
  frames?: boolean | undefined
  framed?: boolean | undefined
  leads_away?: boolean | undefined
}

/** Sends a page: nothing foreign runs in it or frames it, and no cache stores it. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  html: string,
  nonce: string,
  { frames, framed, leads_away }: Framing = {},
): FastifyReply {
  return reply
    .status(status)
    .headers({
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ${leads_away ? "" : "form-action 'self'; "}${frames ? "frame-src 'self'; " : ""}frame-ancestors ${framed ? "'self'" : "'none'"}; base-uri 'none'`,
      "Referrer-Policy": "same-origin",
      "Permissions-Policy": "interest-cohort=(), geolocation=(), microphone=()",
    })
    .send(html)
}

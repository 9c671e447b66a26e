// Standard Webhooks 1.0, with Web Crypto, so that it runs wherever JavaScript does.
import { FoyerError } from "./errors.ts"
import type { VerifyWebhook, WebhookHeaders } from "./public.d.ts"

export const verifyWebhook: VerifyWebhook<unknown> = async (
  body,
  headers,
  secret,
  { max_age_s = 300 } = {},
) => {
  if (typeof body !== "string" && !(body instanceof Uint8Array))
    throw new TypeError(
      "Give the body as it arrived, as text or bytes: parsed JSON has lost what was signed.",
    )
  const [id, time, sent] = ["id", "timestamp", "signature"].map((name) =>
    readHeader(headers, `webhook-${name}`),
  )
  if (!id || !time || !sent)
    throw refused("A webhook has the headers webhook-id, -timestamp, and -signature.")
  const age_s = /^\d{1,12}$/.test(time) ? Math.abs(Date.now() / 1_000 - Number(time)) : Number.NaN
  if (!(age_s <= max_age_s)) throw refused("The webhook's timestamp is too far from this machine's clock.")
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  const expected = await Promise.all([secret].flat().map((one: string) => signWebhook(one, id, time, bytes)))
  const signatures = sent.split(" ")
  if (!expected.some((one) => signatures.some((signature) => isEqual(one, signature))))
    throw refused("None of the webhook's signatures was made with this secret for this body.")
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** The signature of a webhook. Throws unless the secret is `whsec_` and base64. */
export async function signWebhook(
  secret: string,
  id: string,
  time: string,
  body: Uint8Array,
): Promise<string> {
  const head = new TextEncoder().encode(`${id}.${time}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", keyOf(secret), algorithm, false, ["sign"])
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)))}`
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  try {
    if (!secret.startsWith("whsec_")) throw new Error("no prefix")
    const key = Uint8Array.from(atob(secret.slice("whsec_".length)), (byte) => byte.charCodeAt(0))
    if (key.length < 24) throw new Error("too short")
    return key
  } catch (cause) {
    throw new TypeError("A webhook's secret is whsec_ and the base64 of at least 24 bytes.", { cause })
  }
}

/** In a time that does not depend on where they differ. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  // Some frameworks leave names as they were sent.
  const [, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? []
  return typeof value === "string" ? value : undefined
}

function refused(detail: string): FoyerError {
  return new FoyerError({ status: 400, code: "webhook_refused", detail })
}

import { type Clock, later } from "../clock.ts"
import type { App } from "./app.ts"

export interface SecurityTxtParts {
  /** A `mailto:`, `https:` or `tel:` address; undefined: the file does not exist. */
  contact: string | undefined
  clock: Clock
}

const days_valid = 180

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. Not found unless the operator has set a contact. */
export function securityTxtRoute(app: App, { contact, clock }: SecurityTxtParts): void {
  if (!contact) return
  const path = "/.well-known/security.txt"
  app.get(path, { schema: { hide: true } }, async (_, reply) => {
    const expires = later(clock(), { days: days_valid })
    expires.setUTCHours(0, 0, 0, 0)
    return reply
      .type("text/plain; charset=utf-8")
      .send(
        [
          `Contact: ${contact}`,
          `Expires: ${expires.toISOString().replace(".000", "")}`,
          "Preferred-Languages: en",
          `Canonical: ${app.base_url}${path}`,
          "",
        ].join("\n"),
      )
  })
}

// A page's passkey challenge must be recognized when the browser responds: it travels with the form, sealed.
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { challenge_s } from "../users/sign-in/passkeys.ts"

const context = "passkey_offer:page"

/** A challenge for a hidden field of a form; `about` binds it to its purpose. */
export function sealOffer(ring: KeyRing, challenge: string, about: string, now: Date): string {
  const until = now.getTime() + challenge_s * 1_000
  return ring.seal(JSON.stringify({ challenge, about, until }), context)
}

/** The challenge, if it is ours, for this purpose, and recent enough. */
export function openOffer(ring: KeyRing, sealed: string, about: string, now: Date): string | undefined {
  try {
    const offer = JSON.parse(ring.open(sealed, context)) as {
      challenge: string
      about: string
      until: number
    }
    return offer.about === about && offer.until > now.getTime() ? offer.challenge : undefined
  } catch {
    return undefined
  }
}

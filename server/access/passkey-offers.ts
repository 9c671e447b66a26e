// What a page asks of a passkey has to be known again when the answer comes: it travels with the form, sealed.
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { challenge_s } from "../users/passkeys.ts"

const context = "passkey_offer:page"

/** The challenge of a page, for a hidden field of its form; `about` binds it to what it is for. */
export function sealOffer(ring: KeyRing, challenge: string, about: string, now: Date): string {
  const until = now.getTime() + challenge_s * 1_000
  return ring.seal(JSON.stringify({ challenge, about, until }), context)
}

/** The challenge, where the offer is ours, for this, and not too old. */
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

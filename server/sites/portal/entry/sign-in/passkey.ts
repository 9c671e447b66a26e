// Sign-in by passkey.
import type { FastifyRequest } from "fastify"
import { openOffer, sealOffer } from "../../../../firm/access/passkey-offers.ts"
import { type ClientOfPasskey, findClientByPasskey } from "../../../../firm/users/sign-in/passkeys.ts"
import type { Parts } from "../../../../parts.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { createAuthenticationOptions, type StoredPasskey } from "../../../../platform/passkeys.ts"
import { textOf } from "../../../../web/portal/form.ts"
import type { PasskeyRequest } from "../../../../web/portal/page-form.tsx"

/** Binds offers to the portal: a response to an offer of the console is not accepted here. */
const about = "portal"

/** The passkey request for a client's own passkeys; undefined if they have none. */
export async function requestPasskey(
  parts: Parts,
  passkeys: readonly StoredPasskey[],
): Promise<PasskeyRequest | undefined> {
  return passkeys.length > 0 ? passkeyRequest(parts, passkeys) : undefined
}

/** The passkey request for an unknown client: the browser offers any passkey it has for this site. */
export function requestAnyPasskey(parts: Parts): Promise<PasskeyRequest> {
  return passkeyRequest(parts, [])
}

async function passkeyRequest(
  { base_url, ring, db }: Parts,
  passkeys: readonly StoredPasskey[],
): Promise<PasskeyRequest> {
  const options = await createAuthenticationOptions(base_url, passkeys)
  const offer = sealOffer(ring, options.challenge, about, db.clock())
  return { ceremony: "get", options, offer, trouble: "" }
}

/** The client whose passkey signed the challenge. Opens its own transactions; throws "too many" for a repeated response. */
export async function verifyPasskey(
  request: FastifyRequest,
  parts: Parts,
): Promise<ClientOfPasskey | undefined> {
  const form = (request.body ?? {}) as Form
  const challenge = openOffer(parts.ring, textOf(form, "offer") ?? "", about, parts.db.clock())
  return challenge ? findClientByPasskey(parts, challenge, textOf(form, "credential") ?? "") : undefined
}

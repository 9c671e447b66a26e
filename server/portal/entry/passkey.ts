// Coming back by passkey: the device has verified the person, so that no code is asked for besides.
import type { FastifyRequest } from "fastify"
import { openOffer, sealOffer } from "../../access/passkey-offers.ts"
import type { Parts } from "../../parts.ts"
import type { Form } from "../../platform/http/pages.ts"
import { askForPasskey, type StoredPasskey } from "../../platform/passkeys.ts"
import { type ClientOfPasskey, findClientByPasskey } from "../../users/passkeys.ts"
import { textOf } from "../form.ts"
import type { PasskeyRequest } from "../page-form.tsx"

/** An answer to the console's question is none to this. */
const about = "portal"

/** What the visitor's browser is asked, for one of their passkeys; undefined where they have none. */
export async function askAtEntry(
  parts: Parts,
  passkeys: readonly StoredPasskey[],
): Promise<PasskeyRequest | undefined> {
  return passkeys.length > 0 ? field(parts, passkeys) : undefined
}

/** What a browser is asked for where nobody is known: the device knows which passkeys it has for this address. */
export function askForAnyPasskey(parts: Parts): Promise<PasskeyRequest> {
  return field(parts, [])
}

async function field(
  { base_url, ring, db }: Parts,
  passkeys: readonly StoredPasskey[],
): Promise<PasskeyRequest> {
  const options = await askForPasskey(base_url, passkeys)
  const offer = sealOffer(ring, options.challenge, about, db.clock())
  return { ceremony: "get", options, offer, trouble: "" }
}

/** The client whose passkey answered. Opens transactions of its own; throws "too many" for an answer that came before. */
export async function judgePasskey(
  request: FastifyRequest,
  parts: Parts,
): Promise<ClientOfPasskey | undefined> {
  const form = (request.body ?? {}) as Form
  const challenge = openOffer(parts.ring, textOf(form, "offer") ?? "", about, parts.db.clock())
  return challenge ? findClientByPasskey(parts, challenge, textOf(form, "credential") ?? "") : undefined
}

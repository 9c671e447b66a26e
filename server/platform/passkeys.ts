// Passkeys (W3C Web Authentication, level 3): what a browser is asked, and what its answer proves. The person is always
// verified by the device, so that a passkey is both something they have and something they are or know.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"

/** Loaded when somebody uses a passkey: it takes megabytes of memory. */
const library = () => import("@simplewebauthn/server")

/** What is stored of a passkey; nothing of it is secret. */
export interface StoredPasskey {
  credential_id: Buffer
  public_key: Buffer
  /** How often the device says it was used; 0 for those that are shared between devices. */
  counter: number
  transports: string[]
}

export interface NewPasskey extends StoredPasskey {
  /** Kept by the maker of the device as well, so that it outlives the device. */
  is_backed_up: boolean
}

/** EdDSA, ES256 and RS256, as COSE numbers them; the library's own list asks Node for an algorithm it warns of. */
const algorithms = [-8, -7, -257]

/** Where passkeys are good for: the host of the address people open. */
function partyOf(base_url: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(base_url)
  return { id: hostname, origin }
}

/** What `navigator.credentials.create` takes, as JSON; `challenge` in it has to be remembered. */
export async function askForNewPasskey(
  base_url: string,
  {
    user_id,
    user_name,
    firm_name,
    known,
  }: { user_id: string; user_name: string; firm_name: string; known: readonly Buffer[] },
) {
  return (await library()).generateRegistrationOptions({
    rpName: firm_name,
    rpID: partyOf(base_url).id,
    userName: user_name,
    userID: new TextEncoder().encode(user_id),
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((id) => ({ id: id.toString("base64url") })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
}

/** What `navigator.credentials.get` takes, as JSON: any passkey of this host, or one of the `known`. */
export async function askForPasskey(base_url: string, known: readonly StoredPasskey[] = []) {
  return (await library()).generateAuthenticationOptions({
    rpID: partyOf(base_url).id,
    userVerification: "required",
    allowCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString("base64url") })),
  })
}

/** The passkey that a browser's answer holds; undefined where it is not an answer to this challenge. */
export async function verifyNewPasskey(
  base_url: string,
  challenge: string,
  answer: string,
): Promise<NewPasskey | undefined> {
  const { id, origin } = partyOf(base_url)
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(answer) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      is_backed_up: credentialBackedUp,
    }
  } catch {
    return undefined
  }
}

/** The passkey an answer says it comes from; nothing is proven yet. Undefined for what is no answer at all. */
export function credentialIdOf(answer: string): Buffer | undefined {
  try {
    const { id } = JSON.parse(answer) as { id?: unknown }
    return typeof id === "string" && /^[\w-]{1,1400}$/.test(id) ? Buffer.from(id, "base64url") : undefined
  } catch {
    return undefined
  }
}

/** The device's new counter where the answer proves the passkey for this challenge; else undefined. */
export async function verifyPasskey(
  base_url: string,
  challenge: string,
  answer: string,
  { credential_id, public_key, counter }: StoredPasskey,
): Promise<number | undefined> {
  const { id, origin } = partyOf(base_url)
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: JSON.parse(answer) as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: credential_id.toString("base64url"), publicKey: new Uint8Array(public_key), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

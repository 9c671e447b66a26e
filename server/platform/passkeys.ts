// Passkeys (W3C Web Authentication, level 3). Every ceremony requires user verification by the device, so a passkey
// counts as two factors: something the person has, and something they are or know.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"

/** Loaded on first use: it takes megabytes of memory. */
const library = () => import("@simplewebauthn/server")

/** The stored part of a passkey. None of it is secret. */
export interface StoredPasskey {
  credential_id: Buffer
  public_key: Buffer
  /** The device's signature counter; 0 for passkeys that sync between devices. */
  counter: number
  transports: string[]
}

export interface NewPasskey extends StoredPasskey {
  /** Whether the vendor backs it up, so that it survives the loss of the device. */
  is_backed_up: boolean
}

/** COSE numbers of EdDSA, ES256 and RS256. The library's default list makes Node print a warning about one algorithm. */
const algorithms = [-8, -7, -257]

/** The relying party: the host of the public address. */
function partyOf(base_url: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(base_url)
  return { id: hostname, origin }
}

/** Returns the options for `navigator.credentials.create`, as JSON. The caller must store their `challenge`. */
export async function createRegistrationOptions(
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

/** Returns the options for `navigator.credentials.get`, as JSON: for any passkey of this host, or only the `known` ones. */
export async function createAuthenticationOptions(base_url: string, known: readonly StoredPasskey[] = []) {
  return (await library()).generateAuthenticationOptions({
    rpID: partyOf(base_url).id,
    userVerification: "required",
    allowCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString("base64url") })),
  })
}

/** Returns the passkey in a registration response; undefined if the response does not match the challenge. */
export async function verifyNewPasskey(
  base_url: string,
  challenge: string,
  response: string,
): Promise<NewPasskey | undefined> {
  const { id, origin } = partyOf(base_url)
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(response) as RegistrationResponseJSON,
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

/** Returns the unverified credential id in an authentication response; undefined if it is malformed. */
export function credentialIdOf(response: string): Buffer | undefined {
  try {
    const { id } = JSON.parse(response) as { id?: unknown }
    return typeof id === "string" && /^[\w-]{1,1400}$/.test(id) ? Buffer.from(id, "base64url") : undefined
  } catch {
    return undefined
  }
}

/** Returns the passkey's new counter if the response verifies for this challenge, otherwise undefined. */
export async function verifyPasskey(
  base_url: string,
  challenge: string,
  response: string,
  { credential_id, public_key, counter }: StoredPasskey,
): Promise<number | undefined> {
  const { id, origin } = partyOf(base_url)
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: JSON.parse(response) as AuthenticationResponseJSON,
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

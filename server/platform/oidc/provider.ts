// Single sign-on with OpenID Connect: the authorization code flow with PKCE, state and nonce (RFC 9700 §2.1). The caller
// stores the pending sign-in, sealed, in the browser.
import type { Configuration } from "openid-client"
import { Failure, forbidden, unavailable } from "../errors.ts"

/** Loaded on first use: it takes megabytes of memory. */
const library = () => import("openid-client")

export interface ProviderOptions {
  /** The provider's issuer address; `/.well-known/openid-configuration` is under it. */
  issuer: string
  client_id: string
  client_secret: string
  /** Where the provider redirects after sign-in. */
  redirect_uri: string
}

/** The values to compare when the browser returns. */
export interface PendingSignIn {
  state: string
  nonce: string
  code_verifier: string
}

/** The person the provider has authenticated. */
export interface ProvenIdentity {
  issuer: string
  /** The provider's stable identifier for the person. */
  subject: string
  /** Empty if the provider does not mark the address as verified. */
  verified_email: string
}

export interface Provider {
  /** Throws "unavailable", with a sentence that says what to set or that the provider doesn't respond. */
  check(): Promise<void>
  /** Returns where to redirect the browser, and what to store until it returns. */
  begin(): Promise<{ url: string; pending: PendingSignIn }>
  /** Checks the redirect, then fetches and validates the ID token. Throws `sign_in_refused` or "unavailable". */
  finish(returned: URL, pending: PendingSignIn): Promise<ProvenIdentity>
}

const timeout_s = 8

/** Fetches the provider's configuration on first use, so that Foyer starts even if the provider is down. */
export function openProvider({ issuer, client_id, client_secret, redirect_uri }: ProviderOptions): Provider {
  let known: Promise<Configuration> | undefined
  // Plain http is only for a provider on the local machine, as in tests and trials.
  const isLocal = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/.test(issuer)

  const discover = (client: Awaited<ReturnType<typeof library>>, address: string) =>
    client.discovery(new URL(address), client_id, client_secret, undefined, {
      timeout: timeout_s,
      execute: isLocal ? [client.allowInsecureRequests] : [],
    })

  function configuration(): Promise<Configuration> {
    known ??= library()
      .then((client) =>
        discover(client, issuer).catch((error: unknown) => {
          const stated = statedIssuer(error)
          // Providers differ in one mark at the end; its own spelling is the one in its tokens.
          if (stated !== undefined && withoutSlash(stated) === withoutSlash(issuer))
            return discover(client, stated)
          throw error
        }),
      )
      .catch((error: unknown) => {
        known = undefined
        throw discoveryFailure(error, issuer)
      })
    return known
  }

  return {
    check: async () => {
      await configuration()
    },
    begin: async () => {
      const client = await library()
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        code_verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri,
        scope: "openid email",
        response_type: "code",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.code_verifier),
        code_challenge_method: "S256",
      })
      return { url: url.href, pending }
    },
    finish: async (returned, { state, nonce, code_verifier }) => {
      const client = await library()
      const config = await configuration()
      try {
        const tokens = await client.authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: code_verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw refused()
        // Some ID tokens omit the address; the userinfo endpoint has it.
        const { email, email_verified } =
          claims.email === undefined
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : claims
        return {
          issuer: claims.iss,
          subject: claims.sub,
          verified_email: isTrue(email_verified) && typeof email === "string" ? email : "",
        }
      } catch (error) {
        if (error instanceof Failure) throw error
        throw isAway(error) ? providerUnavailable(error) : refused(error)
      }
    },
  }
}

/** Some providers send the word. */
function isTrue(claim: unknown): boolean {
  return claim === true || (typeof claim === "string" && claim.trim().toLowerCase() === "true")
}

function withoutSlash(address: string): string {
  return new URL(address).href.replace(/\/$/, "")
}

/** The issuer in the provider's configuration, if that is why it was refused. */
function statedIssuer(error: unknown): string | undefined {
  const { cause } = error as { cause?: { attribute?: string; body?: { issuer?: unknown } } }
  const stated = cause?.attribute === "issuer" ? cause.body?.issuer : undefined
  return typeof stated === "string" && URL.canParse(stated) ? stated : undefined
}

/** Says what is wrong with the setting or the provider, if it answers. */
function discoveryFailure(error: unknown, issuer: string): Failure {
  const { message, code, cause } = error as Error & {
    code?: string
    cause?: { status?: number; code?: string }
  }
  if (isAway(error)) return providerUnavailable(error)
  const stated = statedIssuer(error)
  const at = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
  const fault = stated
    ? `The issuer is ${stated}; set FOYER_OIDC_ISSUER to it.`
    : typeof cause?.status === "number"
      ? `${at} answers with status ${cause.status}. Check FOYER_OIDC_ISSUER.`
      : code === "OAUTH_HTTP_REQUEST_FORBIDDEN"
        ? "FOYER_OIDC_ISSUER must begin with https://."
        : /^OAUTH_/.test(code ?? "")
          ? `${at} is not the configuration of an identity provider (${message}). Check FOYER_OIDC_ISSUER.`
          : /CERT|SIGN|SSL|TLS/.test(cause?.code ?? "")
            ? `The certificate at ${at} is not trusted (${cause?.code}).`
            : undefined
  if (fault === undefined) return providerUnavailable(error)
  return unavailable(
    "identity_provider_misconfigured",
    `Single sign-on is not set up correctly. ${fault}`,
  ).because(new Error(fault, { cause: error }))
}

function isAway(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return (
    code === "OAUTH_TIMEOUT" ||
    /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|UND_ERR)/.test(cause?.code ?? code ?? "")
  )
}

function refused(cause?: unknown): Failure {
  return forbidden(
    "sign_in_refused",
    "The sign-in at your identity provider was not completed. Try again.",
  ).because(cause)
}

function providerUnavailable(cause: unknown): Failure {
  return unavailable(
    "identity_provider_unavailable",
    "Your identity provider is not responding. Try again in a minute, or sign in with your password.",
    30,
  ).because(cause)
}

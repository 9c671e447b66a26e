// Rate limits: requests per key, and wrong keys and links per network.
import type { FastifyBaseLogger, FastifyRequest } from "fastify"
import type { App } from "../../../platform/http/app.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import {
  type Count,
  isWithinCounted,
  openRateLimit,
  type RateLimit,
  span_s,
  tooManyFailures,
  tooManyRequests,
} from "../../../platform/http/requests/rate-limits.ts"
import { type AttemptParts, countFailure } from "../../users/sign-in/attempts.ts"
import { findToken } from "./key-verification.ts"

export interface RateLimitSettings {
  /** Requests per minute for each key; 0: no limit. */
  api_rate_limit: number
  /** Wrong keys and links per minute for each network; 0: no limit. */
  failure_rate_limit: number
}

/**
 * Refuses a key that sends too many requests, and a network that sends too many wrong keys, invitations, setup links or
 * download links. A verified key is not affected by others in its network.
 */
export function limitRates(
  app: App,
  { api_rate_limit, failure_rate_limit }: RateLimitSettings,
  parts: AttemptParts & { log: FastifyBaseLogger },
): KeyLimits {
  const now_ms = () => parts.db.clock().getTime()
  // Without a limit, verified keys are counted too: whoever has one is not held up by others in their network.
  const keys = openRateLimit(api_rate_limit > 0 ? api_rate_limit : Number.POSITIVE_INFINITY, now_ms)
  const isLimited = Number.isFinite(keys.limit)
  const failures = failure_rate_limit > 0 ? openRateLimit(failure_rate_limit, now_ms) : undefined
  const policies = policiesOf({ key: isLimited ? keys : undefined, network: failures })

  /** Whose key it was when it was verified, by its token: a refused request is logged without a query. */
  const callers = new Map<string, NonNullable<FastifyRequest["caller"]>>()

  app.decorateRequest("countKey", null)
  app.decorateRequest("isWrong", false)
  app.addHook("onRequest", (request, reply, done) => {
    const { scope, takes_secret } = request.routeOptions.config
    if (!scope && !takes_secret) return done()
    if (isWithinCounted()) return done()
    const caller = scope && callers.get(nameOf(request))
    // An app renews its token, which is the same key.
    request.countKey = (key_id) => {
      request.countKey = null
      const count = keys.take(key_id)
      reply.headers(fieldsOf(count))
      if (!count.is_over) return
      request.caller ??= caller ?? null
      throw tooManyRequests(count)
    }
    if (caller) {
      request.countKey(caller.key_id)
      return done()
    }
    const count = failures?.look(networkOf(request.ip))
    if (scope && policies.both) {
      reply.header("ratelimit-policy", policies.both)
      const left = [
        ...(isLimited ? [`"key";r=${keys.limit - 1};t=${span_s}`] : []),
        ...(count ? [`"network";r=${count.left};t=${count.ends_in_s}`] : []),
      ]
      reply.header("ratelimit", left.join(", "))
    }
    if (count?.is_over) throw tooManyFailures(count)
    done()
  })

  if (failures)
    app.addHook("onSend", (request, { statusCode }, payload, done) => {
      const { scope, takes_secret } = request.routeOptions.config
      const isWrong = (scope && statusCode === 401) || (takes_secret && statusCode === 404) || request.isWrong
      if (!isWrong) return done(null, payload)
      const network = networkOf(request.ip)
      failures.take(network)
      // Only a failure asks the database: no process answers more than one beyond the limit of all.
      countFailure(parts, network, span_s)
        .then((counted) => failures.learn(network, counted))
        .catch((error: unknown) =>
          parts.log.error({ err: error }, "wrong key or link counted in this process alone"),
        )
        .finally(() => done(null, payload))
    })

  const fieldsOf = ({ left, ends_in_s }: Count): Record<string, string> =>
    isLimited ? { "ratelimit-policy": policies.key ?? "", ratelimit: `"key";r=${left};t=${ends_in_s}` } : {}

  return {
    findCount: (token) => {
      const caller = callers.get(nameOfToken(token))
      if (!caller || keys.look(caller.key_id).left === 0) return undefined
      return () => {
        const count = keys.take(caller.key_id)
        return count.is_over ? undefined : fieldsOf(count)
      }
    },
    recordVerified: (request) => {
      const { caller, countKey } = request
      if (!caller || !countKey) return
      if (callers.size >= max_callers) callers.clear()
      callers.set(nameOf(request), caller)
      countKey(caller.key_id)
    },
    recordWrong: (request) => void callers.delete(nameOf(request)),
  }
}

/** More are forgotten until their keys are verified again. */
const max_callers = 20_000

export interface KeyLimits {
  /** The request's key exists: from now on it has its own counter. Throws "too many" beyond its limit. */
  recordVerified(request: FastifyRequest): void
  /**
   * Counts one more request of a key that has a counter and requests left, and returns the response headers; undefined
   * otherwise.
   */
  findCount(token: string): (() => Record<string, string> | undefined) | undefined
  /** The request's key does not exist, or is no longer live. */
  recordWrong(request: FastifyRequest): void
}

function nameOf(request: FastifyRequest): string {
  return nameOfToken(findToken(request.headers.authorization) ?? "")
}

/** The name of a token. Its end tells it from all others and is too little to use it. */
function nameOfToken(token: string): string {
  return token.slice(-12)
}

/** The header format of draft-ietf-httpapi-ratelimit-headers: a quota and its window in seconds. */
function policiesOf(limits: Record<"key" | "network", RateLimit | undefined>) {
  const [key, network] = (["key", "network"] as const).map((name) =>
    limits[name] ? `"${name}";q=${limits[name].limit};w=${span_s}` : "",
  )
  return { key, both: [key, network].filter(Boolean).join(", ") }
}

declare module "fastify" {
  interface FastifyRequest {
    /** Counts the request for its key, once; throws "too many" beyond the limit. */
    countKey: ((key_id: string) => void) | null
    /** Set if a secret in the request is wrong and the status does not say so. */
    isWrong: boolean
  }
  interface FastifyContextConfig {
    /** The path or body holds a secret that someone could guess at; a wrong one gets 404, or sets `isWrong`. */
    takes_secret?: boolean
  }
}

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

  /** Whose key a counter is: a refused request is logged without a query that would verify it. */
  const callers = new Map<string, FastifyRequest["caller"]>()

  app.decorateRequest("isCounted", false)
  app.addHook("onRequest", (request, reply, done) => {
    const { scope, takes_secret } = request.routeOptions.config
    if (!scope && !takes_secret) return done()
    request.isCounted = isWithinCounted()
    if (request.isCounted) return done()
    const name = scope ? nameOf(request) : undefined
    if (name !== undefined && keys.knows(name)) {
      const count = keys.take(name)
      request.isCounted = true
      reply.headers(fieldsOf(count))
      if (!count.is_over) return done()
      request.caller = callers.get(name) ?? null
      throw tooManyRequests(count)
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
      if (!(scope && statusCode === 401) && !(takes_secret && statusCode === 404)) return done(null, payload)
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
      const name = nameOfToken(token)
      if (!keys.knows(name) || keys.look(name).left === 0) return undefined
      return () => {
        const count = keys.take(name)
        return count.is_over ? undefined : fieldsOf(count)
      }
    },
    recordVerified: (request) => {
      const name = request.isCounted ? undefined : nameOf(request)
      if (name === undefined || keys.knows(name)) return
      keys.take(name)
      if (callers.size >= max_callers) callers.clear()
      callers.set(name, request.caller)
    },
    recordWrong: (request) => {
      const name = nameOf(request)
      if (name !== undefined) keys.forget(name)
    },
  }
}

/** More are forgotten until their keys are verified again. */
const max_callers = 20_000

export interface KeyLimits {
  /** The request's key exists: from now on it has its own counter. */
  recordVerified(request: FastifyRequest): void
  /**
   * Counts one more request of a key that has a counter and requests left, and returns the response headers; undefined
   * otherwise.
   */
  findCount(token: string): (() => Record<string, string> | undefined) | undefined
  /** The request's key does not exist, or is no longer live. */
  recordWrong(request: FastifyRequest): void
}

function nameOf(request: FastifyRequest): string | undefined {
  const token = findToken(request.headers.authorization)
  return token === undefined ? undefined : nameOfToken(token)
}

/** The counter name of a key. Its end tells it from all others and is too little to use it. */
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
    /** The request was counted early, so it is not counted again. */
    isCounted: boolean
  }
  interface FastifyContextConfig {
    /** The path holds a secret that someone could guess at; a wrong one gets 404. */
    takes_secret?: boolean
  }
}

import type { FastifyRequest } from "fastify"
import type { Tx } from "../platform/db/database.ts"
import { Failure } from "../platform/errors.ts"
import type { App } from "../platform/http/app.ts"
import { askForKey } from "./key-of-request.ts"
import { type KeyIdentity, proofOfKey, type Scope } from "./keys.ts"
import { answerByRevision, isRead, type KnownAnswerParts } from "./known-answers.ts"

/**
 * Gives every request `inFirm`: the key in its Authorization header opens one transaction for its firm, and
 * `work` runs in it. Reads travel together with the proof of the key, in one round trip.
 */
export function apiAuthentication(app: App, parts: KnownAnswerParts): void {
  const { db, limits } = parts
  const fixedPaths = new Set<string>()
  app.addHook("onRoute", (route) => {
    if (!route.config?.scope) return
    if (!route.url.includes(":")) fixedPaths.add(route.url)
    // A stranger learns that the key is wrong before learning what else is: faults of the input are reported inside
    // inFirm, once the key has been proven.
    route.attachValidation = true
    route.errorHandler = async (error, request) => {
      const isTooMany = error instanceof Failure && error.kind === "too_many"
      if (!request.takesApiKey && !isTooMany) await request.inFirm(async () => undefined)
      throw error
    }
  })
  app.addHook("onRequest", (request, reply, done) => {
    const { config, url } = request.routeOptions
    if (!config.scope) return done()
    reply.header("cache-control", "no-store")
    // GET /v1/matters/create asks for no matter of that id: the address is known, and has another method.
    if (url?.includes(":") && fixedPaths.has(pathOf(request.url))) reply.callNotFound()
    else done()
  })
  answerByRevision(app, parts)
  app.decorateRequest("takesApiKey", false)
  app.decorateRequest("inFirm", async function <
    T,
  >(this: FastifyRequest, work: (tx: Tx) => Promise<T>, { atOnce = false } = {}): Promise<T> {
    const key = askForKey(this, db, limits)
    const result = await db.forBearer<KeyIdentity, T>(
      proofOfKey(key, db.clock()),
      key.check,
      async (tx) => {
        if (this.validationError) throw this.validationError
        return work(tx)
      },
      { eager: isRead(this), atOnce },
    )
    key.noteUse()
    return result
  })
}

function pathOf(url: string): string {
  return (url.split("?")[0] ?? "").replace(/\/$/, "")
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a key must be allowed to do here; all of several. */
    scope?: Scope | readonly Scope[]
  }
}

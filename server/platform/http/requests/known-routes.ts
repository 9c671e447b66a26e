import type { FastifyContextConfig } from "fastify"
import type { App } from "../app.ts"

export interface RouteLine {
  method: string
  /** With parameters, as `/v1/matters/:matter_id`. */
  url: string
  config: FastifyContextConfig
}

/** Records every route, to tell a wrong method on a known path from an unknown path. Returns those at a path. */
export function knowRoutes(app: App): (path: string) => RouteLine[] {
  const patterns: (RouteLine & { pattern: RegExp })[] = []
  app.decorate("routes", patterns)
  app.addHook("onRoute", ({ url: route_url, method: methods, config = {} }) => {
    const url = route_url.replace(/\/$/, "")
    const pattern = new RegExp(`^${url.replace(/:[^/]+/g, "[^/]+").replace("*", ".*")}/?$`)
    for (const method of [methods].flat()) patterns.push({ url, pattern, method, config })
  })
  return (path) => {
    const matching = patterns.filter(({ pattern }) => pattern.test(path))
    // A fixed segment is not an id that a pattern next to it could match.
    const exact = matching.filter(({ url }) => url === path.replace(/\/$/, ""))
    return exact.length > 0 ? exact : matching
  }
}

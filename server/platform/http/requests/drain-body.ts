import type { FastifyRequest } from "fastify"

/**
 * Reads the rest of a body that no one needs anymore: browsers show the response only after they have sent all of it.
 * A form with files that was read halfway is still piped to its parser, which would wait for its reader forever.
 */
export function drainBody({ raw }: FastifyRequest): void {
  raw.unpipe().resume()
}

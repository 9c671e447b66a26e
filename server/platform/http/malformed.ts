import type { FastifyRequest } from "fastify"
import { Failure, type Fault } from "../errors.ts"

/**
 * The faults the schema found, taken off the request, for routes that report them together with faults only the
 * database can find. They throw both with `badRequest`, inside `inFirm`.
 */
export function takeSchemaFaults(request: FastifyRequest): readonly Fault[] {
  const { validationError } = request
  request.validationError = undefined
  if (validationError instanceof Failure) return validationError.errors ?? []
  if (validationError) throw validationError
  return []
}

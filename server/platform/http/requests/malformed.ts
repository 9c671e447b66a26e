import type { FastifyRequest } from "fastify"
import { Failure, type Fault } from "../../errors.ts"

/**
 * Takes the schema faults off the request, for routes that report them together with faults only the database can find.
 * Such routes throw both with `badRequest`, inside `inFirm`.
 */
export function takeSchemaFaults(request: FastifyRequest): readonly Fault[] {
  const { validationError } = request
  request.validationError = undefined
  if (validationError instanceof Failure) return validationError.errors ?? []
  if (validationError) throw validationError
  return []
}

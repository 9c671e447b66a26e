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

/** All faults of a request: those of its schema, and those found about parameters the schema has nothing against. */
export function joinFaults(malformed: readonly Fault[], found: readonly Fault[]): Fault[] {
  const isNamed = (param: string) =>
    malformed.some((fault) => fault.param === param || fault.param.startsWith(`${param}.`))
  return [...malformed, ...found.filter(({ param }) => !isNamed(param))]
}

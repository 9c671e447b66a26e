import { subscribableTypes } from "../events/schema.ts"
import type { Fault } from "../platform/errors.ts"
import type { AddressPolicy } from "../platform/outbound/policy.ts"
import type { ResolveHost } from "../platform/outbound/resolve.ts"
import { checkOutboundUrl } from "../platform/outbound/target.ts"
import { findHeaderFaults } from "./header-rules.ts"

export interface EndpointInput {
  url?: string
  event_types?: readonly string[]
  headers?: readonly Record<string, unknown>[]
  description?: string
}

const max_description_characters = 200

/**
 * Every fault of what was entered for an endpoint, absent fields left aside. Looks the host name up: never call it
 * inside a transaction.
 */
export async function findEndpointFaults(
  { url, event_types, headers, description = "" }: EndpointInput,
  policy: AddressPolicy,
  resolve?: ResolveHost,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const urlFault = url === undefined ? undefined : await checkOutboundUrl(url, policy, resolve)
  if (urlFault) faults.push({ param: "url", ...urlFault })
  if (event_types) faults.push(...findEventTypeFaults(event_types))
  if (headers) faults.push(...findHeaderFaults(headers))
  if (description.length > max_description_characters) {
    const message = `The description must have at most ${max_description_characters} characters.`
    faults.push({ param: "description", code: "too_long", message })
  }
  return faults
}

function findEventTypeFaults(types: readonly string[]): Fault[] {
  if (types.length === 0) {
    return [{ param: "event_types", code: "required", message: "Choose at least one type of event." }]
  }
  const known: readonly string[] = subscribableTypes
  return types
    .filter((type) => !known.includes(type))
    .map((type) => ({
      param: "event_types",
      code: "unknown_value",
      message: `There is no event type ${JSON.stringify(type)}. Choose from: ${known.join(", ")}.`,
    }))
}

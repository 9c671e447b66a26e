import { validateHeaderName, validateHeaderValue } from "node:http"
import { subscribableTypes } from "../../firm/events/schema.ts"
import type { Fault } from "../../platform/errors.ts"
import type { AddressPolicy } from "../../platform/outbound/policy.ts"
import { isFramingHeader } from "../../platform/outbound/post.ts"
import type { ResolveHost } from "../../platform/outbound/resolve.ts"
import { checkOutboundUrl } from "../../platform/outbound/target.ts"

export interface EndpointInput {
  url?: string
  event_types?: readonly string[]
  headers?: readonly Record<string, unknown>[]
  description?: string
}

const max_description_characters = 200

/**
 * Returns every fault in an endpoint's fields, ignoring absent fields. Resolves the host name over the network: never
 * call it inside a transaction.
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

/** A header as the API accepts it: an object with one name and its value. */
export type HeaderPair = Record<string, string>

const max_headers = 10
const max_name_characters = 100
const max_value_characters = 500

/** Accepts values of any type, since the schema has not been enforced yet. */
function findHeaderFaults(headers: readonly Record<string, unknown>[]): Fault[] {
  const faults: Fault[] = []
  if (headers.length > max_headers) {
    faults.push({
      param: "headers",
      code: "too_many",
      message: `"headers" must have at most ${max_headers} items.`,
    })
  }
  const seen = new Set<string>()
  // A long list has the same fault many times.
  headers.slice(0, 10 * max_headers).forEach((pair, index) => {
    const param = `headers.${index}`
    const [first, ...more] = Object.entries(pair)
    if (first === undefined || more.length > 0) {
      const message = `"${param}" must be an object with exactly one header, like {"X-Source": "foyer"}.`
      faults.push({ param, code: "not_one_pair", message })
      return
    }
    const [name, value] = first
    const fault = nameFault(name, seen) ?? valueFault(value)
    if (fault) faults.push({ param, ...fault })
    seen.add(name.toLowerCase())
  })
  return faults
}

/** Converts checked headers to pairs of name and value. */
export function entriesOf(headers: readonly HeaderPair[]): [name: string, value: string][] {
  return headers.flatMap((pair) => Object.entries(pair))
}

function nameFault(name: string, seen: ReadonlySet<string>): Omit<Fault, "param"> | undefined {
  if (name.length > max_name_characters || !isHeaderName(name)) {
    return {
      code: "header_name_malformed",
      message: `${shown(name)} is not a header name. Use letters, digits and hyphens, at most ${max_name_characters}.`,
    }
  }
  if (isOurs(name)) {
    return {
      code: "header_not_allowed",
      message: `Foyer sets the header ${shown(name)} itself. Remove it.`,
    }
  }
  if (seen.has(name.toLowerCase())) {
    return { code: "header_repeated", message: `The header ${shown(name)} appears twice. Keep one.` }
  }
  return undefined
}

function valueFault(value: unknown): Omit<Fault, "param"> | undefined {
  if (typeof value !== "string")
    return { code: "wrong_type", message: "The value of a header must be a string." }
  if (value.length > max_value_characters) {
    return {
      code: "too_long",
      message: `The value of a header must have at most ${max_value_characters} characters.`,
    }
  }
  if (!isHeaderValue(value)) {
    return {
      code: "header_value_malformed",
      message:
        "The value of a header cannot contain control characters or characters outside Latin-1. Remove or encode them.",
    }
  }
  return undefined
}

/** Headers that frame, identify or sign the request: only Foyer may set them. */
function isOurs(name: string): boolean {
  return (
    isFramingHeader(name) || /^(content-.*|webhook-.*|cookie2?|set-cookie2?|user-agent|date|via)$/i.test(name)
  )
}

function isHeaderName(name: string): boolean {
  try {
    validateHeaderName(name)
    return true
  } catch {
    return false
  }
}

function isHeaderValue(value: string): boolean {
  // Node accepts a tab, but it is a control character.
  if (/\p{Cc}/u.test(value)) return false
  try {
    validateHeaderValue("x-any", value)
    return true
  } catch {
    return false
  }
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, max_name_characters))
}

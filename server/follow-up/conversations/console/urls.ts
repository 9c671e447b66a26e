import type { PageRequest } from "../../../web/console/page-request.ts"
import { type StreamFilter, streamFilters } from "../conversations.ts"
import type { ModeName } from "./mode.ts"

/** Where to read on: at the first message that is new, or else at the end. */
export const newest = "#newest"

interface Shown {
  kind?: StreamFilter | undefined
  /** The entry with which the page begins. */
  from?: string | undefined
  to?: ModeName
  reply?: string
  /** The planned message, or the stock reply, to change. */
  change?: string
}

export function conversationUrl(matter_id: string, shown: Shown = {}): string {
  const query = Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const url = `/console/matters/${matter_id}/conversation`
  return query.length > 0 ? `${url}?${new URLSearchParams(query)}` : url
}

/** The URL of one entry of it, on a page that has it, however old it is. */
export function entryUrl(matter_id: string, id: string): string {
  return `${conversationUrl(matter_id, { from: id })}#${id}`
}

export function filterOf({ query }: Pick<PageRequest, "query">): StreamFilter | undefined {
  return streamFilters.find((filter) => filter === query.kind)
}

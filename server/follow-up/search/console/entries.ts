// Turns entries of the search index into results. A person appears once, however many names and numbers match.
import { relationshipLabel } from "../../../definition/people/relationships.ts"
import { stateWords } from "../../../intake/matters/state-words.ts"
import type { Result, ResultGroup } from "../../../web/console/keyboard/result.ts"
import type { EntryKind, FoundEntry } from "../search.ts"

/**
 * Matters with the file number typed, then those found by a part of their name or number, then those the index found by
 * a similar spelling or by their id.
 */
export function withEntries(matters: ResultGroup, entries: readonly FoundEntry[], max: number): ResultGroup {
  const of = (kind: EntryKind) => entries.filter((entry) => entry.kind === kind).map(matterOf)
  const all = [...of("file_number"), ...matters.results, ...of("matter")]
  return {
    ...matters,
    results: [...Map.groupBy(all, ({ href }) => href).values()]
      .flatMap(([first]) => first ?? [])
      .slice(0, max),
  }
}

function matterOf({ kind, text, matter_id, matter_name, matter_state, is_partial }: FoundEntry): Result {
  const detail = [kind === "file_number" ? text : "", stateWords[matter_state]].filter(Boolean).join(", ")
  return { href: `/console/matters/${matter_id}`, text: matter_name, detail, is_partial }
}

export function peopleOf(entries: readonly FoundEntry[], max: number): ResultGroup {
  const best = new Map<string, FoundEntry>()
  for (const entry of entries)
    if (entry.contact_id && !best.has(entry.contact_id)) best.set(entry.contact_id, entry)
  return { title: "People", results: [...best.values()].slice(0, max).map(personOf) }
}

function personOf(entry: FoundEntry): Result {
  const { matter_id, contact_id, full_name, text, kind, relationship_type, matter_name, is_partial } = entry
  const name = full_name || text
  const match = kind === "name" || name === text ? "" : `${matchPrefixes[kind] ?? ""}${text}`
  const role = `${relationshipLabel(relationship_type, "en")} in ${matter_name}`
  return {
    href: `/console/matters/${matter_id}/review#${contact_id}`,
    text: name,
    is_partial,
    detail: match ? `${match} · ${role}` : role,
  }
}

const matchPrefixes: Partial<Record<EntryKind, string>> = {
  also_known_as: "Also known as ",
  preferred_name: "Called ",
}

const records: Partial<Record<EntryKind, { path: string; words: string }>> = {
  asset: { path: "review#assets", words: "Asset" },
  document: { path: "documents", words: "File" },
  event: { path: "activity", words: "Event" },
}

export function recordsOf(entries: readonly FoundEntry[], max: number): ResultGroup {
  const results = entries.flatMap(({ kind, matter_id, matter_name, text, is_partial }) => {
    const record = records[kind]
    if (!record) return []
    const href = `/console/matters/${matter_id}/${record.path}`
    return [{ href, text, detail: `${record.words} in ${matter_name}`, is_partial }]
  })
  return { title: "Assets, files and events", results: results.slice(0, max) }
}

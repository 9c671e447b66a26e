// Turns entries of the search index into results. A person appears once, however many names and numbers match.
import { relationshipLabel } from "../../../definition/people/relationships.ts"
import { personUrl } from "../../../intake/contacts/console/conflict-check.ts"
import { stateWords } from "../../../intake/matters/state-words.ts"
import type { Result, ResultGroup } from "../../../web/console/keyboard/result.ts"
import type { PersonRecord } from "../people.ts"
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

/** People as found, each once with all their matters; `records` are those of people who have several. */
export function peopleOf(
  entries: readonly FoundEntry[],
  records: readonly PersonRecord[],
  max: number,
): ResultGroup {
  const persons = new Map(records.map(({ contact_id, person_id }) => [contact_id, person_id]))
  const best = new Map<string, FoundEntry>()
  for (const entry of entries) {
    const person = entry.contact_id && (persons.get(entry.contact_id) ?? entry.contact_id)
    if (person && !best.has(person)) best.set(person, entry)
  }
  const results = [...best].slice(0, max).map(([person, entry]) => {
    const all = records.filter(({ person_id }) => person_id === person)
    return personOf(entry, all.length > 0 ? all : [entry])
  })
  return { title: "People", results }
}

function personOf(
  { contact_id, full_name, text, kind, is_partial }: FoundEntry,
  records: readonly Pick<PersonRecord, "relationship_type" | "matter_name">[],
): Result {
  const name = full_name || text
  const match = kind === "name" || name === text ? "" : `${matchPrefixes[kind] ?? ""}${text}`
  const matters = records
    .slice(0, max_matters)
    .map((one) => `${relationshipLabel(one.relationship_type, "en")} in ${one.matter_name}`)
  if (records.length > max_matters) matters.push(`${records.length - max_matters} more`)
  return {
    href: personUrl(contact_id ?? ""),
    text: name,
    is_partial,
    detail: [match, matters.join(", ")].filter(Boolean).join(" · "),
  }
}

const max_matters = 3

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

// Checks the references between the parts of a matter.

interface MatterFile {
  contacts?: { id: string }[]
  files?: { document_id: string; path: string }[]
  signatures?: { path: string }[]
}

/** The file paths in a `matter.json`, and its references to missing people or documents. */
export function listMatterFaults(value: unknown): { paths: string[]; faults: string[] } {
  const matter = (value ?? {}) as MatterFile & Record<string, unknown>
  const { contacts = [], files = [], signatures = [] } = matter
  const people = new Set(contacts.map(({ id }) => id))
  const documents = new Set(files.map(({ document_id }) => document_id))
  const faults = [
    ...missingIn(matter, ["matter", "clients", "contacts", "assets", "roles"], "contact", people),
    ...missingIn(matter, ["documents", "financial_documents", "messages"], "document", documents),
  ]
  return { paths: [...files, ...signatures].map(({ path }) => path), faults }
}

const words = { contact: "people", document: "files" }

function missingIn(
  matter: Record<string, unknown>,
  parts: readonly string[],
  kind: "contact" | "document",
  known: ReadonlySet<string>,
): string[] {
  return parts.flatMap((part) =>
    [...idsIn(matter[part], new RegExp(`^${kind}_[0-9A-F]{32}$`), new Set())]
      .filter((id) => !known.has(id))
      .map((id) => `“${part}” refers to ${id}, which is not among its ${words[kind]}.`),
  )
}

/** Every id of one kind, at any depth. */
function idsIn(value: unknown, id: RegExp, found: Set<string>): Set<string> {
  if (typeof value === "string") {
    if (id.test(value)) found.add(value)
  } else if (value !== null && typeof value === "object") {
    for (const member of Object.values(value)) idsIn(member, id, found)
  }
  return found
}

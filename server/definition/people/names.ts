/** Full names of the people of a matter, by contact id. */
export type Names = Readonly<Record<string, string>>

/** The initials of a name, as “AS”: of its first and its last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [...new Set([words[0], words.at(-1)])]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase()
}

export function namesOf(people: readonly { id: string; full_name: string }[]): Names {
  return Object.fromEntries(people.map(({ id, full_name }) => [id, full_name]))
}

// What the search of the documentation knows. Browsers load this file too.

export interface SearchEntry {
  title: string
  kind: string
  href: string
  /** More words that lead here: a path, names of fields. */
  words: string
}

const max_results = 12

/** Returns the entries that contain every word, those with them in the title first. */
export function rank(entries: readonly SearchEntry[], text: string): SearchEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const weightOf = ({ title, kind, words: more }: SearchEntry) => {
    const [name, all] = [title.toLowerCase(), `${title} ${kind} ${more}`.toLowerCase()]
    if (!words.every((word) => all.includes(word))) return 0
    if (words.every((word) => name.includes(word))) return words.some((word) => name.startsWith(word)) ? 3 : 2
    return 1
  }
  return entries
    .map((entry) => ({ entry, weight: weightOf(entry) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, max_results)
    .map(({ entry }) => entry)
}

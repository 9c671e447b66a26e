/** Longer answers are cut, because a model that reads them forgets what it was asked. */
export const max_length = 60_000

interface ShortAnswer {
  /** JSON with whole records, or the beginning of what is no list. */
  text: string
  /** What is left out, and how to read it; undefined if nothing is. */
  note?: string
}

const less = "Ask for less: a smaller page_size, a filter, or one part of the matter."

/** Leaves records out at the end of the longest lists until the answer fits. */
export function shortenAnswer(text: string): ShortAnswer {
  if (text.length <= max_length) return { text }
  const answer = objectIn(text)
  const lists = Object.entries(answer).flatMap(([name, list]) =>
    Array.isArray(list) ? [{ name, list }] : [],
  )
  const short = { ...answer }
  let rest = JSON.stringify(short)
  while (rest.length > max_length) {
    const sizes = lists.map(({ name }) => ({ name, size: JSON.stringify(short[name]).length }))
    const longest = sizes.toSorted((a, b) => b.size - a.size)[0]
    const list = longest ? (short[longest.name] as unknown[]) : []
    if (!longest || list.length === 0)
      return {
        text: text.slice(0, max_length),
        note: `This is only the beginning, ${max_length} of ${text.length} characters. ${less}`,
      }
    short[longest.name] = list.slice(0, Math.floor(list.length * 0.8))
    rest = JSON.stringify(short)
  }
  const cut = lists
    .map(({ name, list }) => ({ name, all: list.length, left: (short[name] as unknown[]).length }))
    .filter(({ all, left }) => left < all)
    .map(({ name, all, left }) => `${name} has the first ${left} of ${all} records`)
  return { text: rest, note: `To stay short, ${cut.join(", and ")}. ${less}` }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

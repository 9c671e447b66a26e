// Which mark separates the cells of a CSV file. Pure.
const max_characters = 100_000

const separators = [",", ";", "\t", "|"]

/** The separator, from Excel's `sep=` line or the header, and the text after that line. */
export function separatorOf(text: string): { delimiter: string; body: string } {
  const declared = /^"?sep=([^\n])"?[^\n]{0,300}\n/i.exec(text)
  if (declared?.[1]) return { delimiter: declared[1], body: text.slice(declared[0].length) }
  const lines = countSeparators(text)
  // The lines of a table have the same number of separators; a title above it has others.
  const weightOf = (mark: string) => {
    const counts = lines.map((line) => line.get(mark) ?? 0)
    const weights = counts.map(
      (count) => count && counts.filter((other) => other === count).length + count / 1_000,
    )
    return Math.max(0, ...weights) + (counts[0] ? 0.5 : 0)
  }
  const delimiter = separators.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? ","
  return { delimiter, body: text }
}

/** How often each separator stands outside of quotation marks, in each of the first lines with content. */
function countSeparators(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = []
  let counts = new Map<string, number>()
  let cell: "start" | "plain" | "quoted" | "closed" = "start"
  let hasContent = false
  for (const character of text.slice(0, max_characters)) {
    if (character === '"') {
      hasContent = true
      if (cell !== "plain") cell = cell === "quoted" ? "closed" : "quoted"
    } else if (cell === "quoted") continue
    else if (character === "\n") {
      if (hasContent && lines.push(counts) === 20) return lines
      counts = new Map()
      hasContent = false
      cell = "start"
    } else if (separators.includes(character)) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
      cell = "start"
    } else if (character !== " ") {
      hasContent = true
      cell = "plain"
    }
  }
  return hasContent ? [...lines, counts] : lines
}

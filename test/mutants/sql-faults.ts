// Faults in a SQL statement, found in its text: a lock, a conflict clause or a condition is gone, a comparison moves by
// one, a number or an interval is larger.

export interface Edit {
  kind: string
  start: number
  end: number
  replacement: string
}

/** All faults of a statement; `text` may have `${…}` holes. */
export function sqlFaults(text: string): Edit[] {
  const plain = masked(text)
  const edits: Edit[] = []
  const add = (kind: string, start: number, end: number, replacement: string) =>
    edits.push({ kind, start, end, replacement })
  const each = (
    kind: string,
    pattern: RegExp,
    replacement: (match: RegExpMatchArray) => string | undefined,
  ) => {
    for (const match of plain.matchAll(pattern)) {
      const replaced = replacement(match)
      if (replaced !== undefined) add(kind, match.index, match.index + match[0].length, replaced)
    }
  }
  each(
    "lock",
    / for (?:no key update|update|share|key share)(?: of \w+(?:, \w+)*)?(?: skip locked| nowait)?\b/g,
    () => "",
  )
  each("comparison", /(?<![<>=!@\-|&~#:])(?:<=|>=|<>|<|>)(?![<>=@|&~#])/g, ([sign]) => otherSign[sign])
  each("negation", /\bis (?:not )?null\b/g, ([words]) => (words === "is null" ? "is not null" : "is null"))
  each("negation", /\bnot exists\b/g, () => "exists")
  each("order", / desc\b/g, () => "")
  each("extreme", /\b(?:greatest|least)(?=\()/g, ([word]) => (word === "least" ? "greatest" : "least"))
  each("constant", /(?<=(?:<=|>=|[<>]|between|between \d+ and) )\d+\b/g, ([number]) =>
    String(Number(number) + 1),
  )
  for (const match of text.matchAll(/(?<=interval ')\d+(?= \w+')/g))
    add("constant", match.index, match.index + match[0].length, String(Number(match[0]) + 1))
  for (const match of plain.matchAll(/\s+on conflict\b/g)) {
    const end = endOf(plain, match.index + match[0].length, /^(?:;|\sreturning\b)/)
    add("conflict", match.index, end, "")
  }
  for (const match of plain.matchAll(/\bpg_try_advisory_xact_lock(?=\()/g))
    add("lock", match.index, endOf(plain, match.index + match[0].length + 1, /^(?!)/) + 1, "true")
  for (const match of plain.matchAll(/\bperform pg_advisory_xact_lock(?=\()/g))
    add("lock", match.index, endOf(plain, match.index + match[0].length + 1, /^(?!)/) + 1, "perform 1")
  for (const match of plain.matchAll(/\bwhere(?=\s)/g)) {
    const start = match.index + match[0].length
    const end = endOf(plain, start, stops)
    if (isNext(plain, end, "and")) add("condition", start, end + 4, "")
    else if (!isNext(plain, end, "or")) add("condition", start, end, " true")
  }
  for (const match of plain.matchAll(/\sand\b/g)) {
    if (/\bbetween\s+\S+$/.test(plain.slice(0, match.index).slice(-200))) continue
    add("condition", match.index, endOf(plain, match.index + match[0].length, stops), "")
  }
  // An index that forbids nothing only makes statements fast, which other tests measure.
  const indexes = [...plain.matchAll(/\bcreate index [^;]*/g)]
  const isOfIndex = (edit: Edit) =>
    indexes.some(({ index, 0: { length } }) => edit.start >= index && edit.end <= index + length)
  // Ids are unique over all firms, and row-level security compares the firms.
  return edits.filter(
    (edit) =>
      !isOfIndex(edit) &&
      !/^\s*(?:and )?\w+\.firm_id = \w+\.firm_id\s*(?:and)?$/.test(plain.slice(edit.start, edit.end)),
  )
}

const otherSign: Record<string, string> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "<>": "=" }

/** What follows a condition. */
const stops =
  /^(?:[,;]|\s(?:and|or|order by|group by|having|limit|offset|returning|for (?:no key )?update|for share|on conflict|union|intersect|except|then|else|end|when|loop|window|(?:left |cross |inner )?join|from)\b)/

/** Where the expression from `start` ends: before a word of `stop` at its own depth, the bracket around it, or the end. */
function endOf(plain: string, start: number, stop: RegExp): number {
  let depth = 0
  for (let index = start; index < plain.length; index++) {
    const character = plain[index]
    if (character === "(") depth += 1
    else if (character === ")") depth -= 1
    if (depth < 0) return index
    if (depth === 0 && index > start && stop.test(plain.slice(index, index + 30))) {
      if (/distinct$/.test(plain.slice(0, index)) || /\bbetween\s+\S+$/.test(plain.slice(start, index)))
        continue
      return index
    }
  }
  return plain.length
}

function isNext(plain: string, index: number, word: string): boolean {
  return plain.slice(index).trimStart().startsWith(`${word} `)
}

/** The same text with holes, strings and comments blotted out, all of it on one line. */
function masked(text: string): string {
  let plain = ""
  while (plain.length < text.length) {
    const start = plain.length
    const character = text[start] ?? ""
    const end = endOfOpaque(text, start)
    if (end === start) plain += character.replace(/\s/, " ")
    else plain += character === "-" ? " ".repeat(end - start) : character.padEnd(end - start, "h")
  }
  return plain.toLowerCase()
}

/** Where the comment, string or hole that starts here ends; `start` if none does. */
function endOfOpaque(text: string, start: number): number {
  const after = (mark: string) => {
    const end = text.indexOf(mark, start + 1)
    return end < 0 ? text.length : end + 1
  }
  if (text.startsWith("--", start)) return after("\n")
  if (text[start] === "'") return after("'")
  if (!text.startsWith("${", start)) return start
  let depth = 0
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === "{") depth += 1
    if (text[index] === "}") depth -= 1
    if (depth === 0) return index + 1
  }
  return text.length
}

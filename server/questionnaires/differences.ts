import { isDeepStrictEqual } from "node:util"
import type { Definition, Section } from "../definition/definition.ts"
import type { Text } from "../definition/text.ts"
import { listParts } from "./editing.ts"

/** What a newer definition does differently, part by part: for whoever publishes it or moves a matter to it. */
export interface Difference {
  change: "added" | "removed" | "changed" | "moved"
  noun: string
  /** What the part says: its newer words, or the last it had. */
  words: Text
  /** The part's id; for a group of people, its section's. */
  where: string
  /** Which of its settings changed, in words. */
  settings: readonly string[]
}

/** Every difference: what is new, changed or moved in the order of `after`, then what is gone. */
export function differencesBetween(before: Definition, after: Definition): Difference[] {
  const [old, fresh] = [piecesOf(before), piecesOf(after)]
  const known = new Map(old.map((piece) => [piece.key, piece]))
  const shared = new Set(fresh.map(({ key }) => key))
  const moved = movedKeys(old, fresh)
  return [
    ...fresh.flatMap((piece): Difference[] => {
      const earlier = known.get(piece.key)
      if (!earlier) return [differenceOf("added", piece)]
      const settings = changedSettings(earlier.content, piece.content)
      return [
        ...(settings.length > 0 ? [{ ...differenceOf("changed", piece), settings }] : []),
        ...(moved.has(piece.key) ? [differenceOf("moved", piece)] : []),
      ]
    }),
    ...old.filter(({ key }) => !shared.has(key)).map((piece) => differenceOf("removed", piece)),
  ]
}

interface Piece {
  key: string
  noun: string
  words: Text
  where: string
  /** The list it stands in. */
  home: string
  content: Readonly<Record<string, unknown>>
}

function piecesOf({ sections }: Definition): Piece[] {
  return sections.flatMap((section) => [pieceOfSection(section), ...partPieces(section)])
}

/** A section is compared without its parts: they speak for themselves. */
function pieceOfSection(section: Section): Piece {
  const lists = ["roles", "categories", "requests", "questions", "groups"]
  const content = Object.fromEntries(Object.entries(section).filter(([key]) => !lists.includes(key)))
  return { key: section.id, noun: "section", words: section.title, where: section.id, home: "", content }
}

const nouns: Record<Section["kind"], string> = {
  clients: "part",
  people: "group of people",
  roles: "role",
  assets: "asset category",
  documents: "document request",
  questions: "question",
}

function partPieces(section: Section): Piece[] {
  const noun = nouns[section.kind]
  if (section.kind === "people") {
    return section.groups.map((group) => ({
      ...{
        key: `${section.id} ${group.group}`,
        noun,
        words: group.prompt,
        where: section.id,
        home: section.id,
      },
      content: { ...group },
    }))
  }
  return listParts(section).map((part) => {
    const words =
      "prompt" in part
        ? part.prompt
        : "label" in part
          ? part.label
          : "title" in part
            ? part.title
            : part.role_description
    // The place in the list is told by moving.
    const { order: _, ...content } = part as typeof part & { order?: number }
    return { key: part.id, noun, words, where: part.id, home: section.id, content }
  })
}

function differenceOf(change: Difference["change"], { noun, words, where }: Piece): Difference {
  return { change, noun, words, where, settings: [] }
}

const settingWords: Record<string, string> = {
  title: "title",
  prompt: "wording",
  role_description: "description",
  label: "label",
  help: "help",
  why: "reason",
  instructions: "instructions",
  file_prompt: "prompt for files",
  condition: "when it shows",
  type: "kind of answer",
  options: "choices",
  columns: "columns",
  formula: "what it is worked out from",
  required: "whether it is required",
  each_client: "whom it is asked of",
  answered_alone: "whether each answers alone",
  split: "whom it is asked of",
  sensitive: "whether it is sensitive",
  min: "smallest answer",
  max: "largest answer",
  whole: "whether fractions count",
  max_length: "longest answer",
  levels: "number of levels",
  several: "how many at once",
  active: "whether it is in use",
  included: "whether it is asked",
  fields: "what is asked about each person",
  representative_fields: "what is asked of the representative",
  with_partner: "whether a partner takes part",
  show_net_worth: "whether net worth shows",
  general_category: "general category",
  ask_credit_value: "whether its value is asked",
  ask_debit_value: "whether its debt is asked",
  ask_beneficiaries: "whether beneficiaries are asked",
  additional_fields: "further fields",
}

function changedSettings(before: Piece["content"], after: Piece["content"]): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => !isDeepStrictEqual(plain(before[name]), plain(after[name])))
  return [...new Set(changed.map((name) => settingWords[name] ?? name.replaceAll("_", " ")))]
}

/** As it would be stored: what is undefined is not there. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/** The fewest parts that must have moved: those outside the longest run that kept its order, and changed lists. */
function movedKeys(before: readonly Piece[], after: readonly Piece[]): ReadonlySet<string> {
  const homes = new Map(before.map(({ key, home }) => [key, home]))
  const places = new Map(before.map(({ key }, index) => [key, index]))
  const moved = new Set(
    after.filter(({ key, home }) => homes.has(key) && homes.get(key) !== home).map(({ key }) => key),
  )
  for (const home of new Set(after.map((piece) => piece.home))) {
    const staying = after.filter((piece) => piece.home === home && homes.get(piece.key) === home)
    const still = new Set(longestRising(staying.map(({ key }) => places.get(key) ?? 0)))
    staying.forEach(({ key }, index) => {
      if (!still.has(index)) moved.add(key)
    })
  }
  return moved
}

/** Indexes of the longest part of `numbers` that rises from left to right. */
function longestRising(numbers: readonly number[]): number[] {
  let best: number[] = []
  const endingAt: number[][] = []
  numbers.forEach((number, index) => {
    let longest: number[] = []
    for (let earlier = 0; earlier < index; earlier++) {
      const run = endingAt[earlier] ?? []
      if ((numbers[earlier] ?? 0) < number && run.length > longest.length) longest = run
    }
    const run = [...longest, index]
    endingAt.push(run)
    if (run.length > best.length) best = run
  })
  return best
}

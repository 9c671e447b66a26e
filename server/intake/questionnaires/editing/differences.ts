import { isDeepStrictEqual } from "node:util"
import type { Definition, Section } from "../../../definition/definition.ts"
import type { Text } from "../../../definition/text.ts"
import { listParts } from "./editing.ts"

/** One difference between two definitions, shown before publishing a version or moving a matter to it. */
export interface Difference {
  change: "added" | "removed" | "changed" | "moved"
  noun: string
  /** The part's text in the newer definition, or in the older one if it was removed. */
  words: Text
  /** The part's id; for a group of people, its section's id. */
  where: string
  /** Names of the settings that changed. */
  settings: readonly string[]
}

/** All differences: added, changed and moved parts in the order of `after`, then removed ones. */
export function differencesBetween(before: Definition, after: Definition): Difference[] {
  const [oldPieces, newPieces] = [piecesOf(before), piecesOf(after)]
  const oldByKey = new Map(oldPieces.map((piece) => [piece.key, piece]))
  const remaining = new Set(newPieces.map(({ key }) => key))
  const moved = movedKeys(oldPieces, newPieces)
  return [
    ...newPieces.flatMap((piece): Difference[] => {
      const old = oldByKey.get(piece.key)
      if (!old) return [differenceOf("added", piece)]
      const settings = changedSettings(old.content, piece.content)
      return [
        ...(settings.length > 0 ? [{ ...differenceOf("changed", piece), settings }] : []),
        ...(moved.has(piece.key) ? [differenceOf("moved", piece)] : []),
      ]
    }),
    ...oldPieces.filter(({ key }) => !remaining.has(key)).map((piece) => differenceOf("removed", piece)),
  ]
}

interface Piece {
  key: string
  noun: string
  words: Text
  where: string
  /** The id of its section; blank for a section. */
  parent: string
  content: Readonly<Record<string, unknown>>
}

function piecesOf({ sections }: Definition): Piece[] {
  return sections.flatMap((section) => [pieceOfSection(section), ...partPieces(section)])
}

/** Leaves out the section's parts, which are pieces of their own. */
function pieceOfSection(section: Section): Piece {
  const lists = ["roles", "categories", "requests", "questions", "groups"]
  const content = Object.fromEntries(Object.entries(section).filter(([key]) => !lists.includes(key)))
  return { key: section.id, noun: "section", words: section.title, where: section.id, parent: "", content }
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
        parent: section.id,
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
    // A change of `order` is reported as a move.
    const { order: _, ...content } = part as typeof part & { order?: number }
    return { key: part.id, noun, words, where: part.id, parent: section.id, content }
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
  condition: "condition",
  type: "type of answer",
  options: "options",
  columns: "columns",
  formula: "formula",
  required: "whether it is required",
  each_client: "whether each client answers",
  answered_alone: "whether each client answers alone",
  split: "whether each client answers",
  sensitive: "whether it is sensitive",
  depends_on_marriage: "whether it is asked again after a change of the marital status",
  min: "minimum",
  max: "maximum",
  whole: "whether fractions are allowed",
  precision: "how much of a date is enough",
  max_length: "maximum length",
  levels: "number of levels",
  several: "whether several are allowed",
  adults_only: "whether minors may be chosen",
  not_clients: "whether clients may be chosen",
  active: "whether it is active",
  included: "whether it is included",
  fields: "fields for each person",
  representative_fields: "fields for the representative",
  with_partner: "whether a partner is allowed",
  show_net_worth: "whether net worth is shown",
  general_category: "general category",
  ask_credit_value: "whether to ask for the value",
  ask_debit_value: "whether to ask for the debt",
  ask_beneficiaries: "whether to ask for beneficiaries",
  additional_fields: "additional fields",
}

function changedSettings(before: Piece["content"], after: Piece["content"]): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== "former_options",
  )
  const changed = names.filter((name) => !isDeepStrictEqual(plain(before[name]), plain(after[name])))
  return [...new Set(changed.map((name) => settingWords[name] ?? name.replaceAll("_", " ")))]
}

/** As stored in JSON, without undefined properties. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/** The minimal set of moved parts: those in a new section, and those outside the longest run in unchanged order. */
function movedKeys(before: readonly Piece[], after: readonly Piece[]): ReadonlySet<string> {
  const parents = new Map(before.map(({ key, parent }) => [key, parent]))
  const positions = new Map(before.map(({ key }, index) => [key, index]))
  const moved = new Set(
    after.filter(({ key, parent }) => parents.has(key) && parents.get(key) !== parent).map(({ key }) => key),
  )
  for (const parent of new Set(after.map((piece) => piece.parent))) {
    const staying = after.filter((piece) => piece.parent === parent && parents.get(piece.key) === parent)
    const inOrder = new Set(longestIncreasing(staying.map(({ key }) => positions.get(key) ?? 0)))
    staying.forEach(({ key }, index) => {
      if (!inOrder.has(index)) moved.add(key)
    })
  }
  return moved
}

/** Indexes of the longest increasing subsequence. */
function longestIncreasing(numbers: readonly number[]): number[] {
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

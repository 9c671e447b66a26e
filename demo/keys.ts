import type { Definition } from "../server/definition/definition.ts"

/** What the keys of a matter's file have become. */
export interface MatterKeys {
  matter_id: string
  questionnaire: DemoQuestionnaire
  users: Record<string, string>
  people: Record<string, string>
  assets: Record<string, string>
  topics: Record<string, string>
}

/** The value behind a key; throws for a file that names what it never introduced. */
export function found<Value>(value: Value | undefined, key: string): Value {
  if (value === undefined) throw new Error(`The demo's files name "${key}" before they introduce it.`)
  return value
}

/** The id of a part of the matter's questionnaire. */
export function partIn({ questionnaire }: MatterKeys, key: string): string {
  return found(questionnaire.ids.get(key), key)
}

export function personIn({ people }: MatterKeys, key: string): string {
  return found(people[key], key)
}

export interface DemoQuestionnaire {
  id: string
  definition: Definition
  /** Which key of the template became which id. */
  ids: ReadonlyMap<string, string>
}

import type { Definition } from "../server/definition/definition.ts"

/** The id for each key of a matter's file. */
export interface MatterKeys {
  matter_id: string
  questionnaire: DemoQuestionnaire
  users: Record<string, string>
  people: Record<string, string>
  assets: Record<string, string>
  topics: Record<string, string>
}

/** Returns the value for a key. Throws if a file uses a key before it defines it. */
export function found<Value>(value: Value | undefined, key: string): Value {
  if (value === undefined) throw new Error(`The demo's files name "${key}" before they introduce it.`)
  return value
}

/** Returns the id of a part of the matter's questionnaire. */
export function partIn({ questionnaire }: MatterKeys, key: string): string {
  return found(questionnaire.ids.get(key), key)
}

export function personIn({ people }: MatterKeys, key: string): string {
  return found(people[key], key)
}

export interface DemoQuestionnaire {
  id: string
  definition: Definition
  /** The id for each key of the template. */
  ids: ReadonlyMap<string, string>
}

import type { FileStore } from "../platform/files/file_store.ts"
import type { KeyRing } from "../platform/secrets/key_ring.ts"
import type { Definition } from "../questionnaires/definition.ts"
import type { Calendar } from "./calendar.ts"
import type { Past } from "./past.ts"
import type { QuestionnaireKey } from "./story.ts"

/** Where stories of one firm take place. */
export interface Stage {
  firm_id: string
  past: Past
  calendar: Calendar
  ring: KeyRing
  files: FileStore
  base_url: string
  /** Whether invitations are mailed: not where a mail server would really send them. */
  mails: boolean
  /** User ids by first name. */
  staff: Readonly<Record<string, string>>
  questionnaires: Readonly<Partial<Record<QuestionnaireKey, StagedQuestionnaire>>>
}

export interface StagedQuestionnaire {
  id: string
  definition: Definition
  /** Which key of the definition as written became which id. */
  ids: ReadonlyMap<string, string>
}

/** What has become of a story's keys. */
export interface Told {
  matter_id: string
  questionnaire: StagedQuestionnaire
  users: Record<string, string>
  people: Record<string, string>
  assets: Record<string, string>
}

/** A story that names what it never introduced is a mistake in the demo. */
export function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The demo speaks of "${name}", which it has not introduced.`)
  return value
}

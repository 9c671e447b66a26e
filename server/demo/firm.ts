import { readFile } from "node:fs/promises"
import { changeFirm, createFirm } from "../firms/firms.ts"
import { changeLogo, storeLogo } from "../firms/logo/logo.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import type { QuestionnaireFile } from "../questionnaires/definition.ts"
import { withFreshIds } from "../questionnaires/fresh_ids.ts"
import { createQuestionnaire } from "../questionnaires/questionnaires.ts"
import { changeMember } from "../users/team.ts"
import { createStaff, type NewStaff } from "../users/users.ts"
import { openPast } from "./past.ts"
import { known, type Stage, type StagedQuestionnaire } from "./stage.ts"
import type { QuestionnaireKey } from "./story.ts"

export interface DemoFirm {
  name: string
  contact_line: string
  colour?: string
  /** A picture beside this file. */
  logo?: string
  /** By first name; the first is an admin. */
  staff: Readonly<Record<string, NewStaff & { assigned_matters_only?: true }>>
  questionnaires: Readonly<Partial<Record<QuestionnaireKey, QuestionnaireFile>>>
}

/** The firm's first day, long before its oldest matter. */
const founded = [160, "14:00"] as const

/** Makes a firm with its staff and questionnaires; the transaction works for that firm from then on. */
export async function foundFirm(
  tx: Tx,
  db: Database,
  parts: Pick<Stage, "calendar" | "ring" | "files" | "base_url" | "mails">,
  { name, contact_line, colour, logo, staff, questionnaires }: DemoFirm,
): Promise<Stage> {
  const then = parts.calendar.at(founded)
  const firm_id = await createFirm({ ...tx, now: then }, { name, contact_line })
  const past = await openPast(db, tx, firm_id)
  await past.at(then, "", (now) => changeFirm(now, { colour }))
  const people = await past.at(then, "", (now) => hire(now, staff))
  if (logo) {
    const file = await readFile(new URL(logo, import.meta.url))
    await changeLogo(tx, await storeLogo({ ...parts, db: past.database(then) }, firm_id, file))
  }
  const founder = known(Object.values(people)[0], "the first member of staff")
  const staged = await past.at(then, founder, (now) => publish(now, questionnaires))
  return { ...parts, firm_id, past, staff: people, questionnaires: staged }
}

async function hire(tx: Tx, staff: DemoFirm["staff"]): Promise<Record<string, string>> {
  const people: Record<string, string> = {}
  for (const [key, { assigned_matters_only, ...person }] of Object.entries(staff)) {
    const id = await createStaff(tx, person)
    if (assigned_matters_only) await changeMember(tx, id, { assigned_matters_only })
    people[key] = id
  }
  return people
}

async function publish(tx: Tx, files: DemoFirm["questionnaires"]): Promise<Stage["questionnaires"]> {
  const staged: Partial<Record<QuestionnaireKey, StagedQuestionnaire>> = {}
  for (const [key, { format, ...file }] of Object.entries(files)) {
    const { definition, ids } = withFreshIds(file.definition)
    const id = await createQuestionnaire(tx, { ...file, definition })
    staged[key as QuestionnaireKey] = { id, definition, ids }
  }
  return staged
}

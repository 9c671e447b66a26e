// Creates a questionnaire from its title alone: blank, from a template, or as a copy of another. The rest can be changed
// in its settings.

import type { Approach, Definition } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { plainName } from "../../../definition/values/plain-name.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { badField, notFound } from "../../../platform/errors.ts"
import { approachWords } from "../approach-words.ts"
import {
  createQuestionnaire,
  findDraft,
  findFreeShortName,
  getQuestionnaireRow,
  type NewQuestionnaire,
  saveDraft,
} from "../questionnaires.ts"
import { findTemplate } from "../templates.ts"
import { newSection } from "./editing.ts"
import { withFreshIds } from "./fresh-ids.ts"

type Original = Omit<NewQuestionnaire, "definition"> & { definition: Definition }

/** Creates it and returns its id; `from` is the name of a template or the id of another questionnaire, and blank for a new one. */
export async function createFrom(tx: Tx, typed: string, from: string): Promise<string> {
  const original = await findOriginal(tx, typed, from)
  const { definition, ...head } = original
  const title = typed && typed !== textIn(original.title, "en") ? typed : original.title
  const url_short_name = plainName(typed, "-") || original.url_short_name
  const created = from ? withFreshIds(definition).definition : definition
  return createWithDraft(tx, { ...head, title, url_short_name }, created)
}

async function findOriginal(tx: Tx, title: string, from: string): Promise<Original> {
  if (from.startsWith("quest_")) return readCopied(tx, from)
  const template = await findTemplate(from)
  if (template) return template.file
  if (from) throw notFound("There is no such template.")
  if (!title) throw badField("title", "required", "Enter a title.")
  const approach = approachOf(title)
  return {
    ...{ title, approach, internal_type: approachWords[approach], url_short_name: "questionnaire" },
    definition: { sections: [newSection("clients", { en: "About you", es: "Sobre usted" })] },
  }
}

/** What a title says about whom the questionnaire is filled in for. Can be changed until it is published. */
export function approachOf(title: string): Approach {
  const says = (words: RegExp) => words.test(title)
  if (says(/\b(probate|decedent|deceased|executors?|after (a|the) death)\b/i)) return "rep-deceased"
  if (says(/\b(guardianship|conservatorship|ward)\b/i)) return "rep-living"
  return says(/\b(business|company|llc|incorporation|corporate)\b/i) ? "business" : "planning"
}

async function readCopied(tx: Tx, id: string): Promise<Original> {
  const { title, title_es, internal_type, approach, url_short_name } = await getQuestionnaireRow(tx, id)
  return {
    title: { en: `${title} (copy)`.slice(0, 200), es: title_es },
    ...{ internal_type, approach, url_short_name: `${url_short_name.slice(0, 50)}-copy` },
    definition: (await findDraft(tx, id)) ?? { sections: [] },
  }
}

/** Creates a questionnaire with this draft and returns its id. Its short name gets a number if another has it. */
export async function createWithDraft(
  tx: Tx,
  head: Parameters<typeof createQuestionnaire>[1],
  definition: Definition,
): Promise<string> {
  const url_short_name = await findFreeShortName(tx, head.url_short_name.slice(0, 55).replace(/-$/, ""))
  const id = await createQuestionnaire(tx, { ...head, url_short_name })
  const { draft_revision } = await getQuestionnaireRow(tx, id)
  await saveDraft(tx, id, definition, draft_revision)
  return id
}

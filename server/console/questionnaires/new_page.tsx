import type { Tx } from "../../platform/db/database.ts"
import { Failure } from "../../platform/errors.ts"
import type { Definition } from "../../questionnaires/definition.ts"
import { newSection } from "../../questionnaires/editing.ts"
import { withFreshIds } from "../../questionnaires/fresh_ids.ts"
import {
  changeQuestionnaire,
  createQuestionnaire,
  findDraft,
  getQuestionnaireRow,
  saveDraft,
} from "../../questionnaires/questionnaires.ts"
import { Card } from "../../ui/components/card.tsx"
import { Seen, type StoredField } from "../stale_forms.tsx"
import { SubmitOrCancel } from "../submit_or_cancel.tsx"
import type { Answer, View } from "../view.tsx"
import type { Tried, Visit } from "../visit.ts"
import { draftUrl, homeUrl, listUrl } from "./draft.ts"
import { ApproachField, HeadFields, readApproach, readHead, shortNameOf } from "./head_fields.tsx"
import { readAll } from "./reading.ts"

const crumb = { text: "Questionnaires", href: listUrl }

/** A blank questionnaire, or with `?copy=` a duplicate of another. */
export async function newQuestionnairePage({ tx, query }: Visit, tried?: Tried): Promise<View> {
  const original = query.copy ? await getQuestionnaireRow(tx, query.copy) : undefined
  const stored = original && {
    ...original,
    title: `${original.title} (copy)`,
    url_short_name: shortNameOf(`${original.url_short_name.slice(0, 55)} copy`),
  }
  return {
    title: original ? `Duplicate ${original.title}` : "New questionnaire",
    breadcrumbs: [crumb],
    heading: {
      lede: original
        ? "The copy holds everything the draft of the original holds, and starts as a draft of its own."
        : undefined,
    },
    tried,
    body: (
      <form method="post" class="stack">
        <Card>
          <HeadFields stored={stored} tried={tried} />
          {!original && <ApproachField tried={tried} />}
        </Card>
        <SubmitOrCancel cancel={listUrl}>{original ? "Duplicate" : "Make questionnaire"}</SubmitOrCancel>
      </form>
    ),
  }
}

export async function makeQuestionnaire({ tx, form, query }: Visit): Promise<Answer> {
  const original = query.copy ? await getQuestionnaireRow(tx, query.copy) : undefined
  const made = readAll(form, (reading) => ({
    ...readHead(reading),
    approach: original?.approach ?? readApproach(reading),
  }))
  const copied = original && (await findDraft(tx, original.id))
  const definition = copied
    ? withFreshIds(copied).definition
    : { sections: [newSection("clients", { en: "About you", es: "Sobre usted" })] }
  const id = await makeWithDraft(tx, made, definition)
  return { to: draftUrl(id), flash: { done: "questionnaire_made" } }
}

/** The id of a new questionnaire with this draft. */
export async function makeWithDraft(
  tx: Tx,
  head: Parameters<typeof createQuestionnaire>[1],
  definition: Definition,
): Promise<string> {
  const id = await createQuestionnaire(tx, head).catch(atShortName)
  const { draft_revision } = await getQuestionnaireRow(tx, id)
  await saveDraft(tx, id, definition, draft_revision)
  return id
}

/** Tells on its own field that the short name is taken. */
export function atShortName(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== "short_name_taken") throw error
  throw new Failure("conflict", error.code, error.message, [
    { param: "url_short_name", code: error.code, message: error.message },
  ])
}

export async function storedHead({ tx, param }: Visit): Promise<StoredField[]> {
  const { title, internal_type, url_short_name } = await getQuestionnaireRow(tx, param("questionnaire_id"))
  return [
    { name: "title", label: "Title", value: title },
    { name: "internal_type", label: "Type", value: internal_type },
    { name: "url_short_name", label: "Short name", value: url_short_name },
  ]
}

export async function settingsPage(visit: Visit, tried?: Tried): Promise<View> {
  const { tx, param } = visit
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  return {
    title: "Name and type",
    breadcrumbs: [crumb, { text: row.title, href: homeUrl(row.id) }],
    heading: { lede: "These change at once, for every version." },
    tried,
    body: (
      <form method="post" class="stack">
        <Seen visit={visit} />
        <Card>
          <HeadFields stored={row} tried={tried} />
        </Card>
        <SubmitOrCancel cancel={homeUrl(row.id)}>Save</SubmitOrCancel>
      </form>
    ),
  }
}

export async function changeSettings({ tx, param, form }: Visit): Promise<Answer> {
  const id = param("questionnaire_id")
  await changeQuestionnaire(tx, id, readAll(form, readHead)).catch(atShortName)
  return { to: homeUrl(id), flash: { done: "questionnaire_changed" } }
}

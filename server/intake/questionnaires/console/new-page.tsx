// Creates a questionnaire: blank, from a template (`?template=`), or as a duplicate of another (`?copy=`).

import type { Approach, Definition } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { Failure, notFound } from "../../../platform/errors.ts"
import { form } from "../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { newSection } from "../editing/editing.ts"
import { withFreshIds } from "../editing/fresh-ids.ts"
import {
  createQuestionnaire,
  findDraft,
  findFreeShortName,
  getQuestionnaireRow,
  saveDraft,
} from "../questionnaires.ts"
import { findTemplate, listTemplates, type Template } from "../templates.ts"
import { draftUrl, listUrl, newUrl } from "./builder/draft.ts"
import { approachField, type Head, headFields, headOf, shortNameOf } from "./builder/head-fields.ts"
import { Outline } from "./builder/outline.tsx"

/** What a new questionnaire starts from. */
interface Original {
  heading: string
  lede: string
  submit: string
  head: Head
  approach: Approach
  definition: Definition
  /** Whether to show its content before it is created. */
  outlined: boolean
}

export const newQuestionnaire = form({
  open: async (req, refused) => {
    const original = await findOriginal(req)
    const templates = original || refused ? undefined : await listTemplates()
    return {
      title: original?.heading ?? "New questionnaire",
      breadcrumbs: [{ text: "Questionnaires", href: listUrl }],
      heading: { lede: original?.lede },
      above: templates && <TemplateList templates={templates} />,
      card: original ? undefined : "Blank questionnaire",
      fields: { ...headFields(original?.head), ...(!original && { approach: approachField() }) },
      record: original,
      submit: original?.submit ?? "Create questionnaire",
      cancel: listUrl,
      below: original?.outlined && <Outline definition={original.definition} />,
    }
  },
  save: async ({ tx }, values, original) => {
    const approach = original?.approach ?? values.approach
    const definition = original
      ? withFreshIds(original.definition).definition
      : { sections: [newSection("clients", { en: "About you", es: "Sobre usted" })] }
    const id = await createWithDraft(tx, { ...headOf(values), approach }, definition)
    return { done: "questionnaire_created", to: draftUrl(id) }
  },
})

function TemplateList({ templates }: { templates: readonly Template[] }) {
  return (
    <Card title="Start from a template" flush>
      <DataTable
        caption="Templates"
        flowing
        columns={[
          {
            label: "Template",
            primary: true,
            narrow: true,
            cell: ({ name, file }) => <a href={`${newUrl}?template=${name}`}>{textIn(file.title, "en")}</a>,
          },
          { label: "Covers", cell: ({ description }) => description },
          { label: "Type", narrow: true, cell: ({ file }) => file.internal_type },
        ]}
        records={templates}
        id={({ name }) => `template-${name}`}
      />
    </Card>
  )
}

async function findOriginal({ tx, query }: PageRequest): Promise<Original | undefined> {
  if (query.template) return readTemplate(tx, query.template)
  if (query.copy) return readCopied(tx, query.copy)
  return undefined
}

async function readTemplate(tx: Tx, name: string): Promise<Original> {
  const template = await findTemplate(name)
  if (!template) throw notFound("There is no such template.")
  const { title, internal_type, approach, definition } = template.file
  const url_short_name = await findFreeShortName(tx, template.file.url_short_name)
  return {
    heading: `New questionnaire: ${textIn(title, "en")}`,
    lede: `${template.description} It starts as a draft with everything below, which you can change before you publish it.`,
    submit: "Create questionnaire",
    head: { title: textIn(title, "en"), title_es: textIn(title, "es"), internal_type, url_short_name },
    approach,
    definition,
    outlined: true,
  }
}

async function readCopied(tx: Tx, id: string): Promise<Original> {
  const row = await getQuestionnaireRow(tx, id)
  const { title, title_es, internal_type, approach } = row
  const url_short_name = shortNameOf(`${row.url_short_name.slice(0, 55)} copy`)
  return {
    heading: `Duplicate ${title}`,
    lede: "The copy has everything in the original’s draft. It starts as a separate draft.",
    submit: "Duplicate",
    head: { title: `${title} (copy)`, title_es, internal_type, url_short_name },
    approach,
    definition: (await findDraft(tx, id)) ?? { sections: [] },
    outlined: false,
  }
}

/** Creates a questionnaire with this draft and returns its id. */
export async function createWithDraft(
  tx: Tx,
  head: Parameters<typeof createQuestionnaire>[1],
  definition: Definition,
): Promise<string> {
  const id = await createQuestionnaire(tx, head).catch(atShortName)
  const { draft_revision } = await getQuestionnaireRow(tx, id)
  await saveDraft(tx, id, definition, draft_revision)
  return id
}

/** Attaches the error for a taken short name to its field. */
export function atShortName(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== "short_name_taken") throw error
  throw new Failure("conflict", error.code, error.message, [
    { param: "url_short_name", code: error.code, message: error.message },
  ])
}

import { listUsableQuestionnaires } from "../../../intake/questionnaires/questionnaires.ts"
import { countText } from "../../../platform/count-text.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { type Duplicate, findPlannedDuplicates } from "../duplicates.ts"
import { getImport, type ImportRow, listImported } from "../imports.ts"
import type { ImportPlan, PlannedMatter } from "../plan.ts"
import { planOf, readImport } from "../read-import.ts"
import { ColumnsForm } from "./columns-form.tsx"
import { Duplicates } from "./duplicates.tsx"
import { home, ImportTag, importsCrumb } from "./list-page.tsx"
import { Findings, PlannedMatters } from "./plan-tables.tsx"
import { undoing } from "./undoing.tsx"

/** One import: what it would create, its faults, and how its file is read; after it ran, its result. */
export async function importPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const row = await getImport(req.tx, req.param("import_id"))
  return {
    title: row.filename,
    breadcrumbs: [importsCrumb],
    heading: { tag: <ImportTag state={row.state} /> },
    refused,
    body:
      row.state === "open"
        ? await OpenImport({ row, req, refused })
        : await DoneImport({ row, req, refused }),
  }
}

export function clockOf(req: PageRequest) {
  return { today: todayOf(req), time_zone: req.staff.firm.time_zone }
}

interface OpenProps {
  row: ImportRow
  req: PageRequest
  refused: RefusedForm | undefined
}

async function OpenImport({ row, req, refused }: OpenProps) {
  const clock = clockOf(req)
  const read = readImport(row, clock)
  const { matters, faults, questions } = await planOf(req.tx, read, clock)
  const lines = new Set(faults.map(({ line }) => line)).size
  const duplicates = faults.length > 0 ? [] : await findPlannedDuplicates(req.tx, matters)
  return (
    <>
      {faults.length > 0 ? (
        <>
          <Banner
            tone="warning"
            title={`${countText(faults.length, "fault")} in ${countText(lines, "line")}. Nothing was created.`}
            actions={
              <LinkButton href={`${home}/new`} variant="secondary" small>
                Upload the corrected file
              </LinkButton>
            }
          >
            <p>Correct the file and upload it again, or change below how it is read.</p>
          </Banner>
          <Findings title="Faults" findings={faults} />
        </>
      ) : (
        await CreateForm({ req, refused, matters, questions, duplicates })
      )}
      {faults.length === 0 && (
        <PlannedMatters matters={matters} questions={questions} duplicates={duplicates} />
      )}
      {questions.length > 0 && (
        <Findings title="Please look at these before you create" findings={questions} />
      )}
      <ColumnsForm read={read} refused={refused} />
    </>
  )
}

interface CreateProps extends Omit<OpenProps, "row">, Pick<ImportPlan, "matters" | "questions"> {
  duplicates: readonly Duplicate[]
}

async function CreateForm({ req, refused, matters, questions, duplicates }: CreateProps) {
  const questionnaires = await listUsableQuestionnaires(req.tx)
  const count = countText(matters.length, "matter")
  const doubtful = new Set(questions.map(({ line }) => line)).size
  return (
    <Card title={duplicates.length > 0 ? countsOf(matters, duplicates) : undefined}>
      <form method="post" class="stack">
        <input type="hidden" name="step" value="create" />
        {duplicates.length > 0 && <Duplicates duplicates={duplicates} refused={refused} />}
        {showFields(questionnaireField(questionnaires), refused)}
        {doubtful > 0 && (
          <p>
            <a href="#question-0">Look at {countText(doubtful, "doubtful line")} first.</a>
          </p>
        )}
        <Actions>
          <Button icon="check">{duplicates.length > 0 ? "Import as chosen" : `Create ${count}`}</Button>
        </Actions>
        <p class="hint">
          No one is invited yet, and no email is sent. You can undo the import until someone works on a
          matter.
        </p>
      </form>
    </Card>
  )
}

/** The questionnaire of the new matters; a firm's only one is chosen. */
export function questionnaireField(usable: readonly { id: string; title: string }[]) {
  const [first, ...others] = usable
  return {
    questionnaire_id: list({
      label: "Questionnaire of the new matters",
      placeholder: "Choose a questionnaire",
      missing: "Choose a questionnaire.",
      options: usable.map(({ id, title }) => ({ value: id, label: title })),
      value: (others.length === 0 && first?.id) || "",
    }),
  }
}

function countsOf(matters: readonly PlannedMatter[], duplicates: readonly Duplicate[]): string {
  const certain = duplicates.filter(({ is_certain }) => is_certain).length
  return [
    `${matters.length - duplicates.length} new`,
    certain > 0 && `${certain} already there`,
    duplicates.length > certain && `${duplicates.length - certain} to decide`,
  ]
    .filter(Boolean)
    .join(", ")
}

/** “11 matters created, 1 matter completed with what was missing, 2 lines skipped” */
export function resultText({ matter_ids, joined_ids, skipped }: ImportRow): string {
  return [
    `${countText(matter_ids.length, "matter")} created`,
    joined_ids.length > 0 && `${countText(joined_ids.length, "existing matter")} added to`,
    skipped > 0 && `${countText(skipped, "line")} skipped`,
  ]
    .filter(Boolean)
    .join(", ")
}

const max_listed = 50

async function DoneImport({ row, req, refused }: OpenProps) {
  const isCreated = row.state === "created"
  const matters = isCreated ? await listImported(req.tx, row, max_listed) : []
  const more = row.matter_ids.length - max_listed
  return (
    <>
      <Banner
        tone={isCreated ? "success" : "info"}
        title={isCreated ? `${resultText(row)}.` : "This import was undone."}
      >
        <p>
          <a href="/console/matters">See all matters</a>
        </p>
      </Banner>
      {matters.length > 0 && (
        <Card title="Created" footer={more > 0 ? `And ${more.toLocaleString("en-US")} more.` : undefined}>
          <List items={matters.map(({ id, name }) => <a href={`/console/matters/${id}`}>{name}</a>)} />
        </Card>
      )}
      {isCreated &&
        row.matter_ids.length > 0 &&
        (await undoing.section(req, { action: `${home}/${row.id}/undoing` }, refused))}
    </>
  )
}

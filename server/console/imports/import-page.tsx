import { recordAudit } from "../../audit/audit.ts"
import { changeMapping, createImported, getImport, type ImportRow } from "../../imports/imports.ts"
import { fieldNames, importFields, type Mapping } from "../../imports/mapping.ts"
import { type ImportPlan, planImport } from "../../imports/plan.ts"
import { badRequest, conflict, type Fault } from "../../platform/errors.ts"
import { listUsableQuestionnaires } from "../../questionnaires/questionnaires.ts"
import { countText } from "../../system/words.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { faultAt, fieldOf, type PageRequest, type RefusedForm, textOf, typedOr } from "../page-request.ts"
import { todayOf } from "../times.tsx"
import type { Redirect, View } from "../view.tsx"
import { home, ImportTag, importsCrumb } from "./list-page.tsx"
import { PlanFaults, PlannedMatters } from "./plan-tables.tsx"

/** One import: its columns, faults and planned matters; after it ran, its result. */
export async function importPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const row = await getImport(req.tx, req.param("import_id"))
  return {
    title: row.filename,
    breadcrumbs: [importsCrumb],
    heading: { tag: <ImportTag state={row.state} /> },
    refused,
    body: row.state === "open" ? await OpenImport({ row, req, refused }) : <DoneImport row={row} />,
  }
}

async function OpenImport({
  row,
  req,
  refused,
}: {
  row: ImportRow
  req: PageRequest
  refused: RefusedForm | undefined
}) {
  const questionnaires = await listUsableQuestionnaires(req.tx)
  const isChecked = row.questionnaire_id !== null
  const plan = isChecked ? planImport(row, row.mapping, todayOf(req)) : undefined
  return (
    <>
      {plan && <CheckedPlan plan={plan} />}
      <Card title="Columns">
        <form method="post" class="stack">
          <SelectField
            {...fieldOf(refused, "questionnaire_id", row.questionnaire_id ?? questionnaires[0]?.id)}
            label="Questionnaire of the new matters"
            placeholder="Choose a questionnaire"
            options={questionnaires.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <div class="grid">
            {row.header.map((name, index) => (
              <SelectField
                key={`${index}`}
                id={`column_${index}`}
                label={name || `Column ${index + 1}`}
                hint={sampleOf(row, index)}
                placeholder="Don’t import"
                value={typedOr(refused, `column_${index}`, row.mapping[index] ?? "")}
                error={faultAt(refused, `column_${index}`)}
                options={fieldNames.map((field) => ({ value: field, label: importFields[field] }))}
              />
            ))}
          </div>
          <Actions>
            <Button variant={plan ? "secondary" : "primary"}>Check the file</Button>
          </Actions>
        </form>
      </Card>
    </>
  )
}

function CheckedPlan({ plan: { matters, faults } }: { plan: ImportPlan }) {
  if (faults.length > 0) {
    const lines = new Set(faults.map(({ line }) => line)).size
    return (
      <>
        <Banner
          tone="warning"
          title={`${countText(faults.length, "fault")} in ${countText(lines, "line")}. Nothing was created.`}
        >
          <p>Correct the file and upload it again, or change the columns below.</p>
        </Banner>
        <PlanFaults faults={faults} />
      </>
    )
  }
  return (
    <>
      <PlannedMatters matters={matters} />
      <form method="post">
        <input type="hidden" name="step" value="create" />
        <Actions>
          <Button icon="check">{`Create ${countText(matters.length, "matter")}`}</Button>
        </Actions>
      </form>
      <p class="hint">No one is invited yet, and no email is sent.</p>
    </>
  )
}

function DoneImport({ row }: { row: ImportRow }) {
  return (
    <Banner
      tone={row.state === "created" ? "success" : "info"}
      title={
        row.state === "created"
          ? `${countText(row.matter_ids.length, "matter")} created.`
          : "This import was undone."
      }
      actions={
        row.state === "created" && (
          <LinkButton href={`${home}/${row.id}/undoing`} variant="secondary" small>
            Undo
          </LinkButton>
        )
      }
    >
      <p>
        <a href="/console/matters">See the matters</a>
      </p>
    </Banner>
  )
}

/** Saves the column mapping, or creates the planned matters. */
export async function actOnImport(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const row = await getImport(tx, req.param("import_id"))
  const to = `${home}/${row.id}`
  if (textOf(form, "step") !== "create") {
    await changeMapping(tx, row.id, await readMapping(req, row))
    return { to, flash: { done: "import_checked" } }
  }
  const { matters, faults } = planImport(row, row.mapping, todayOf(req))
  if (faults.length > 0)
    throw conflict("import_faulty", "The file has faults. Correct them and upload it again.")
  await createImported(tx, row, matters)
  await recordAudit(tx, "import_created", {
    record_id: row.id,
    label: `${row.filename}: ${countText(matters.length, "matter")}`,
  })
  return { to, flash: { done: "import_created" } }
}

async function readMapping({ tx, form }: PageRequest, { header }: ImportRow) {
  const faults: Fault[] = []
  const questionnaire_id = textOf(form, "questionnaire_id")
  const isUsable = (await listUsableQuestionnaires(tx)).some(({ id }) => id === questionnaire_id)
  if (!isUsable)
    faults.push({ param: "questionnaire_id", code: "required", message: "Choose a questionnaire." })
  const mapping: Mapping = header.map(
    (_, index) => fieldNames.find((field) => field === textOf(form, `column_${index}`)) ?? null,
  )
  mapping.forEach((field, index) => {
    if (field && mapping.indexOf(field) < index)
      faults.push({
        param: `column_${index}`,
        code: "twice",
        message: `Two columns cannot both be “${importFields[field]}”.`,
      })
  })
  if (faults.length > 0) throw badRequest(faults)
  return { mapping, questionnaire_id }
}

function sampleOf({ rows }: ImportRow, index: number): string {
  const samples = [...new Set(rows.map((row) => row[index] ?? "").filter(Boolean))].slice(0, 3)
  return samples.length > 0
    ? `For example: ${samples.map((sample) => sample.slice(0, 40)).join("; ")}`
    : "Empty"
}

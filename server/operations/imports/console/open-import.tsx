// An import that can be created: its faults and how to go on with each, what may be there already, and what will be stored.
import { listTeam } from "../../../firm/users/team.ts"
import { isAssignable } from "../../../intake/matters/console/assignee/field.ts"
import { listUsableQuestionnaires } from "../../../intake/questionnaires/questionnaires.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import { pageAt } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import type { ImportRow } from "../imports.ts"
import { countLines, countOutcomes, type LineCounts, listDuplicates, listPlanned } from "../lines.ts"
import { readImport, readToday } from "../read-import.ts"
import { ColumnsForm } from "./columns-form.tsx"
import { Duplicates, per_page } from "./duplicates.tsx"
import { Faults, Findings } from "./findings.tsx"
import { home } from "./list-page.tsx"
import { PlannedMatters } from "./plan-tables.tsx"

export interface ImportProps {
  row: ImportRow
  req: PageRequest
  refused: RefusedForm | undefined
}

export async function OpenImport(props: ImportProps) {
  const { row, req, refused } = props
  const counts = await countLines(req.tx, row.id)
  const faults = row.findings.filter(({ is_fault }) => is_fault)
  const questions = row.findings.filter(({ is_fault }) => !is_fault)
  const read = readImport(row, await readToday(req.tx))
  const count = faults.reduce((sum, group) => sum + group.count, 0)
  const planned = pageAt(req, per_page)
  // Version 1.0.0 uploads a file without reading it into lines.
  const isUnread =
    counts.matters === 0 &&
    row.findings.length === 0 &&
    Object.keys(await countOutcomes(req.tx, row.id)).length === 0
  if (isUnread)
    return (
      <>
        <Banner tone="info" title="This file has not been read yet.">
          <p>Look at its columns, and choose “Read the file again” below.</p>
        </Banner>
        <ColumnsForm read={read} refused={refused} />
      </>
    )
  return (
    <>
      {count > 0 && (
        <Banner
          tone="warning"
          title={`${countText(count, "fault")}. Nothing was created.`}
          actions={
            <LinkButton href={home} variant="secondary" small>
              Upload the corrected file
            </LinkButton>
          }
        >
          <p>
            {counts.matters > 0
              ? "Choose below how to go on without these cells, change how the file is read, or correct it and upload it again."
              : "Change below how the file is read, or correct it and upload it again."}
          </p>
        </Banner>
      )}
      {counts.matters > 0 ? (
        await CreateForm(props, counts)
      ) : (
        <Findings title="Faults" id="fault" findings={faults} />
      )}
      {questions.length > 0 && (
        <Findings title="Please look at these before you create" id="question" findings={questions} />
      )}
      {counts.matters > 0 && (
        <PlannedMatters
          lines={await listPlanned(req.tx, row.id, planned)}
          list={{
            ...planned,
            count: counts.matters,
            href: (page) => `${home}/${row.id}?page=${page}#planned`,
          }}
        />
      )}
      <ColumnsForm read={read} refused={refused} />
    </>
  )
}

async function CreateForm({ row, req, refused }: ImportProps, counts: LineCounts) {
  const { certain, undecided } = counts
  const hasDuplicates = certain + undecided > 0
  const page = duplicatesPage(req)
  const faults = row.findings.flatMap((group, at) => (group.is_fault ? { ...group, group: at } : []))
  return (
    <Card title={hasDuplicates ? countsOf(counts) : undefined}>
      <form method="post" class="stack">
        <input type="hidden" name="step" value="create" />
        {faults.length > 0 && (
          <Faults faults={faults} colleagues={await listColleagues(req)} refused={refused} />
        )}
        {hasDuplicates && (
          <Duplicates
            lines={await listDuplicates(req.tx, row.id, page)}
            list={{
              ...page,
              count: certain + undecided,
              href: (number) => `${home}/${row.id}?duplicates=${number}`,
            }}
            refused={refused}
          />
        )}
        {showFields(questionnaireField(await listUsableQuestionnaires(req.tx)), refused)}
        {counts.doubtful > 0 && row.findings.some(({ is_fault }) => !is_fault) && (
          <p>
            <a href="#question-0">Look at {countText(counts.doubtful, "doubtful line")} first.</a>
          </p>
        )}
        <Actions>
          <Button icon="check">
            {hasDuplicates ? "Import as chosen" : `Create ${countText(counts.matters, "matter")}`}
          </Button>
        </Actions>
        <p class="hint">
          No one is invited yet, and no email is sent. You can undo the import until someone works on a
          matter.
        </p>
      </form>
    </Card>
  )
}

function duplicatesPage(req: PageRequest) {
  return pageAt({ query: { page: req.query.duplicates } }, per_page)
}

export async function listColleagues({ tx }: Pick<PageRequest, "tx">) {
  return (await listTeam(tx)).filter(isAssignable)
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

function countsOf({ matters, certain, undecided }: LineCounts): string {
  const number = (count: number) => count.toLocaleString("en-US")
  return [
    `${number(matters - certain - undecided)} new`,
    certain > 0 && `${number(certain)} already there`,
    undecided > 0 && `${number(undecided)} to decide`,
  ]
    .filter(Boolean)
    .join(", ")
}

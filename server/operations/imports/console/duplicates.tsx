// Lines that may be in Foyer already, or twice in the file: shown beside what is there, with what to do.

import { stateWords } from "../../../intake/matters/state-words.ts"
import { badRequest } from "../../../platform/errors.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  trimmedTextOf,
} from "../../../web/console/page-request.ts"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { Duplicate } from "../duplicates.ts"
import type { Choice, Decision } from "../imports.ts"
import type { PlannedMatter } from "../plan.ts"

/** The rest is decided together. */
const max_shown = 200
const rest_field = "choice_rest"

const choiceWords: Record<Choice, string> = {
  skip: "Skip it",
  join: "Add what is missing",
  create: "Create another matter",
}

const restField = list({
  label: "All others",
  hint: "What to do with the lines that have no choice of their own.",
  placeholder: "Choose for each line",
  options: Object.entries(choiceWords).map(([value, label]) => ({ value, label })),
})

interface Props {
  duplicates: readonly Duplicate[]
  refused: RefusedForm | undefined
}

export function Duplicates({ duplicates, refused }: Props) {
  // Those that staff must decide come first.
  const sorted = duplicates.toSorted((a, b) => Number(a.is_certain) - Number(b.is_certain))
  const doubts = duplicates.filter(({ is_certain }) => !is_certain).length
  return (
    <div class="stack">
      <p>
        These lines may be clients you already have. “Add what is missing” gives the existing matter the
        spouse, contact details, dates, tags and notes it lacks; nothing that is there changes.
      </p>
      <DataTable
        caption="Possible duplicates"
        columns={[
          { label: "Line", narrow: true, cell: (duplicate) => duplicate.planned.line },
          { label: "In the file", primary: true, cell: (duplicate) => duplicate.planned.name },
          { label: "Already there", cell: (duplicate) => <Existing duplicate={duplicate} /> },
          {
            label: "What to do",
            cell: (duplicate) => <ChoiceField duplicate={duplicate} refused={refused} />,
          },
        ]}
        records={sorted.slice(0, max_shown)}
        id={(duplicate) => `duplicate-${duplicate.planned.line}`}
      />
      {(doubts > 1 || duplicates.length > max_shown) && showFields({ [rest_field]: restField }, refused)}
    </div>
  )
}

function Existing({ duplicate: { existing, shared, is_certain } }: { duplicate: Duplicate }) {
  return (
    <>
      <span class="cell-line">
        {"line" in existing ? (
          `${existing.name}, line ${existing.line} of the file`
        ) : (
          <>
            <a href={`/console/matters/${existing.matter_id}`}>{existing.name}</a> (
            {stateWords[existing.state]})
          </>
        )}
      </span>
      <span class="cell-note cell-line">In common: {shared}</span>
      {!is_certain && <Tag tone="warning">Not certain</Tag>}
    </>
  )
}

function ChoiceField({ duplicate, refused }: { duplicate: Duplicate; refused: RefusedForm | undefined }) {
  const id = choiceId(duplicate.planned)
  return (
    <SelectField
      id={id}
      label={<span class="visually-hidden">What to do with {duplicate.planned.name}</span>}
      value={refused ? refused.form[id]?.at(-1) : duplicate.is_certain ? "skip" : ""}
      error={faultAt(refused, id)}
      placeholder={duplicate.is_certain ? undefined : "Choose"}
      options={choicesOf(duplicate).map((value) => ({ value, label: choiceWords[value] }))}
    />
  )
}

function choicesOf({ may_join }: Duplicate): Choice[] {
  return may_join ? ["skip", "join", "create"] : ["skip", "create"]
}

function choiceId({ line }: PlannedMatter): string {
  return `choice_${line}`
}

/** What becomes of each planned matter; throws "bad request" naming each line that has no choice yet. */
export function readDecisions(
  { form }: PageRequest,
  matters: readonly PlannedMatter[],
  duplicates: readonly Duplicate[],
): Decision[] {
  const byLine = new Map(duplicates.map((duplicate) => [duplicate.planned.line, duplicate]))
  const undecided: Duplicate[] = []
  const decisions = matters.map((planned): Decision => {
    const duplicate = byLine.get(planned.line)
    if (!duplicate) return { planned, choice: "create" }
    const possible = choicesOf(duplicate)
    const [own, rest] = [choiceId(planned), rest_field].map((name) =>
      possible.find((choice) => choice === trimmedTextOf(form, name)),
    )
    const choice = own ?? rest ?? (duplicate.is_certain ? "skip" : undefined)
    if (!choice) undecided.push(duplicate)
    return { planned, choice: choice ?? "skip", existing: duplicate.existing }
  })
  if (undecided.length > 0)
    throw badRequest(
      undecided.slice(0, max_shown).map(({ planned }) => ({
        param: choiceId(planned),
        code: "required",
        message: `Line ${planned.line}: choose what to do with “${planned.name}”.`,
      })),
    )
  return decisions
}

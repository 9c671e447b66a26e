// Lines that may be in Foyer already, or twice in the file: shown beside what is there, with what to do.

import { stateWords } from "../../../intake/matters/state-words.ts"
import { badRequest } from "../../../platform/errors.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import { type ListPage, PagedTable } from "../../../web/console/list-pages.tsx"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  trimmedTextOf,
} from "../../../web/console/page-request.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { type Choice, choices, type ImportLine } from "../lines.ts"

export const per_page = 50
const rest_field = "choice_rest"

const choiceWords: Record<Choice, string> = {
  skip: "Skip it",
  join: "Add what is missing",
  create: "Create another matter",
}

const restField = list({
  label: "All lines without a choice of their own",
  placeholder: "Skip those that are certain",
  options: [
    { value: "skip", label: "Skip all" },
    { value: "join", label: "Add what is missing to all" },
    { value: "create", label: "Create all" },
  ],
})

interface Props {
  lines: readonly ImportLine[]
  list: ListPage
  refused: RefusedForm | undefined
}

export function Duplicates({ lines, list, refused }: Props) {
  return (
    <div class="stack" id="duplicates">
      <p>
        These lines may be clients you already have. “Add what is missing” gives the existing matter the
        spouse, marital status, contact details, dates, tags and notes it lacks; nothing that is there
        changes. Where no client has an invitation yet, a closed line also closes the matter.
      </p>
      {showFields({ [rest_field]: restField }, refused)}
      <PagedTable
        caption="Possible duplicates"
        columns={[
          { label: "Line", narrow: true, cell: ({ line }) => line },
          { label: "In the file", primary: true, cell: ({ plan }) => plan.name },
          { label: "Already there", cell: (line) => <Existing {...line} /> },
          { label: "What to do", cell: (line) => <ChoiceField line={line} refused={refused} /> },
        ]}
        rows={lines}
        id={({ line }) => `duplicate-${line}`}
        list={list}
      />
      {list.count > list.limit && (
        <p>
          <Button
            variant="secondary"
            small
            name="next"
            value={String(list.page * list.limit < list.count ? list.page + 1 : 1)}
          >
            Keep the choices of this page, and show the next
          </Button>
        </p>
      )}
    </div>
  )
}

function Existing({ duplicate, existing_name, existing_state }: ImportLine) {
  if (!duplicate) return null
  const { matter_id, line, name, shared, is_certain } = duplicate
  return (
    <>
      <span class="cell-line">
        {matter_id === undefined ? (
          `${name}, line ${line} of the file`
        ) : (
          <>
            <a href={`/console/matters/${matter_id}`}>{existing_name}</a> (
            {existing_state && stateWords[existing_state]})
          </>
        )}
      </span>
      <span class="cell-note cell-line">In common: {shared}</span>
      {!is_certain && <Tag tone="warning">Not certain</Tag>}
    </>
  )
}

function ChoiceField({ line, refused }: { line: ImportLine; refused: RefusedForm | undefined }) {
  const id = choiceId(line)
  const isCertain = line.duplicate?.is_certain
  return (
    <SelectField
      id={id}
      label={<span class="visually-hidden">What to do with {line.plan.name}</span>}
      value={refused ? refused.form[id]?.at(-1) : (line.choice ?? "")}
      error={faultAt(refused, id)}
      placeholder={isCertain ? "Skip it, or as all" : "Choose, or as all"}
      options={choices
        .filter((value) => value !== "join" || line.duplicate?.may_join)
        .map((value) => ({ value, label: choiceWords[value] }))}
    />
  )
}

function choiceId({ line }: Pick<ImportLine, "line">): string {
  return `choice_${line}`
}

export function readChoices({ form }: Pick<PageRequest, "form">) {
  const isChoice = (name: string) => choices.find((choice) => choice === trimmedTextOf(form, name)) ?? null
  const chosen = Object.keys(form).flatMap((name) => {
    const [, line] = /^choice_(\d{1,6})$/.exec(name) ?? []
    return line ? { line: Number(line), choice: isChoice(name) } : []
  })
  return { chosen, rest: isChoice(rest_field) }
}

/** Throws "bad request" naming each line that has no choice yet. */
export function requireDecided(undecided: readonly ImportLine[]): void {
  if (undecided.length > 0)
    throw badRequest(
      undecided.map(({ line, plan }) => ({
        param: choiceId({ line }),
        code: "required",
        message: `Line ${line}: choose what to do with “${plan.name}”.`,
      })),
    )
}

import type { Colleague } from "../../../../firm/users/team.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { HiddenFields } from "../../../../web/ui/components/button.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { PickField } from "../../../../web/ui/components/pick-field.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { approachWords } from "../../../questionnaires/approach-words.ts"
import { max_listed_tags } from "../../filing/filing.ts"
import { dueWords, type FilterName, type FilterPart, isFiltered, looksOf } from "../../list/filter-words.ts"
import type { Stage } from "../../stages/schema.ts"
import { stagesOf } from "../../stages/stages.ts"
import { stateWords } from "../../state-words.ts"
import { type ListQuery, listUrl } from "./filters.ts"

export function filterLists(
  { staff, query }: PageRequest,
  team: readonly Colleague[],
  questionnaires: readonly { id: string; title: string }[],
) {
  return {
    assignee: [
      { value: "me", label: "Me" },
      { value: "none", label: "None" },
      ...team
        // Of those who left, the one that is chosen.
        .filter(
          ({ id, deactivated_at }) =>
            id !== staff.user_id && (deactivated_at === null || id === query.assignee?.trim()),
        )
        .map(({ id, name, email, deactivated_at }) => ({
          value: id,
          label: `${name || email}${deactivated_at === null ? "" : " (deactivated)"}`,
        })),
    ],
    questionnaire_id: questionnaires.map(({ id, title }) => ({ value: id, label: title })),
  }
}

export function FilterForm(props: {
  req: PageRequest
  query: ListQuery
  lists: ReturnType<typeof filterLists>
  tags: readonly string[]
}) {
  const { lists, tags, query } = props
  const { staff } = props.req
  const { typed, faults } = query
  const stages = stagesOf(staff.firm.settings)
  const field = (id: FilterName, label: string) => ({
    ...{ id, label, value: typed[id] },
    error: faults.find(({ param }) => param === id)?.message,
  })
  const select = (
    id: FilterName,
    label: string,
    options: readonly (readonly [string, string])[],
    placeholder = "Any",
  ) => (
    <SelectField
      {...field(id, label)}
      placeholder={placeholder}
      options={options.map(([value, label]) => ({ value, label }))}
    />
  )
  const pick = (id: keyof typeof lists, label: string) => (
    <PickField {...field(id, label)} placeholder="Any" options={lists[id]} />
  )
  return (
    <FilterBar
      action="/console/matters"
      label="Filter matters"
      more={{
        summary: "More filters",
        // The sentence says which are set.
        isOpen: faults.some(
          ({ param }) => !["search", "status", "stage", "assignee", "group"].includes(param),
        ),
        fields: (
          <>
            {pick("questionnaire_id", "Questionnaire")}
            {select("due", "Due", Object.entries(dueWords))}
            {(tags.length > 0 || typed.tag) && (
              <TextField
                {...field("tag", "Tag")}
                autocomplete="off"
                hint={
                  tags.length < max_listed_tags
                    ? undefined
                    : `Suggests ${max_listed_tags.toLocaleString("en-US")} tags. Type any other.`
                }
                suggestions={tags.map((tag) => ({ value: tag }))}
              />
            )}
            {select("quest_approach", "Approach", Object.entries(approachWords))}
            {typed.is_submitted &&
              select("is_submitted", "Submitted", [
                ["true", "Yes"],
                ["false", "Not yet"],
              ])}
            {typed.is_open &&
              select("is_open", "Open", [
                ["true", "Yes"],
                ["false", "Completed or closed"],
              ])}
            <TextField type="date" {...field("from", "Opened from")} />
            <TextField type="date" {...field("until", "Opened until")} />
          </>
        ),
      }}
    >
      <HiddenFields values={{ sort: typed.sort, layout: typed.layout, queue: typed.queue }} />
      <TextField type="search" {...field("search", "Name or file number")} />
      {select("status", "Status", Object.entries(stateWords))}
      {(stages.length > 0 || typed.stage) && select("stage", "Stage", stageOptions(stages, typed.stage))}
      {!staff.assigned_matters_only && pick("assignee", "Assignee")}
      {typed.layout !== "board" && select("group", "Group by", groupOptions(stages), "Nothing")}
    </FilterBar>
  )
}

function stageOptions(stages: readonly Stage[], chosen = "none") {
  const options = [["none", "No stage"], ...stages.map(({ id, name }) => [id, name])] as [string, string][]
  const isKnown = options.some(([id]) => id === chosen)
  return isKnown ? options : [...options, [chosen, "A removed stage"] as const]
}

function groupOptions(stages: readonly Stage[]): readonly (readonly [string, string])[] {
  const others = [["assignee", "Assignee"] as const, ["due", "Week it is due"] as const]
  return stages.length > 0 ? [["stage", "Stage"], ...others] : others
}

/** What the filters show; each part of the sentence removes its filter. */
export function FilterSentence({ query, parts }: { query: ListQuery; parts: readonly FilterPart[] }) {
  const { typed } = query
  if (!isFiltered(typed)) return null
  const link = (rest: ListQuery["typed"]) => listUrl({ ...query, typed: rest }, 1)
  return (
    <p id="shown">
      {parts.map((part) => {
        if (typeof part === "string") return part
        const { [part.name]: _, ...rest } = typed
        return (
          <a key={part.name} href={link(rest)} title="Remove this filter">
            {part.text}
            <span class="no-print" aria-hidden="true">
              {" ×"}
            </span>
            <span class="visually-hidden"> (remove this filter)</span>
          </a>
        )
      })}
      <span class="no-print">
        {" · "}
        <a href={link(looksOf(typed))}>Clear all</a>
      </span>
    </p>
  )
}

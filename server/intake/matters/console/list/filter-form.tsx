import { approaches } from "../../../../definition/definition.ts"
import type { Member } from "../../../../firm/users/team.ts"
import { approachWords } from "../../../../web/console/approach-words.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { matterStates } from "../../list/filters.ts"
import { stateWords } from "../../state-words.ts"
import { type Due, isFiltered, type ListQuery } from "./filters.ts"

export function Filters({
  query,
  team,
  questionnaires,
  tags,
  req,
}: {
  query: ListQuery
  team: readonly Member[]
  questionnaires: readonly { id: string; title: string }[]
  tags: readonly string[]
  req: PageRequest
}) {
  const { typed, faults } = query
  const errorOf = (name: string) => faults.find(({ param }) => param === name)?.message
  return (
    <FilterBar
      action="/console/matters"
      label="Filter matters"
      more={{
        summary: "More filters",
        isOpen: Object.keys(typed).some(
          (name) => !["search", "status", "assignee", "sort", "queue"].includes(name),
        ),
        fields: (
          <>
            <SelectField
              id="questionnaire_id"
              label="Questionnaire"
              placeholder="Any"
              value={typed.questionnaire_id}
              options={questionnaires.map(({ id, title }) => ({ value: id, label: title }))}
            />
            <SelectField
              id="due"
              label="Due"
              placeholder="Any"
              value={typed.due}
              error={errorOf("due")}
              options={Object.entries(dueWords).map(([value, label]) => ({ value, label }))}
            />
            {(tags.length > 0 || typed.tag) && (
              <SelectField
                id="tag"
                label="Tag"
                placeholder="Any"
                value={typed.tag}
                options={[...new Set([...tags, ...(typed.tag ? [typed.tag] : [])])].map((tag) => ({
                  value: tag,
                  label: tag,
                }))}
              />
            )}
            <SelectField
              id="quest_approach"
              label="Approach"
              placeholder="Any"
              value={typed.quest_approach}
              error={errorOf("quest_approach")}
              options={approaches.map((approach) => ({ value: approach, label: approachWords[approach] }))}
            />
            {typed.is_submitted && (
              <SelectField
                id="is_submitted"
                label="Submitted"
                placeholder="Any"
                value={typed.is_submitted}
                error={errorOf("is_submitted")}
                options={[
                  { value: "true", label: "Yes" },
                  { value: "false", label: "Not yet" },
                ]}
              />
            )}
            <TextField id="from" label="Opened from" type="date" value={typed.from} error={errorOf("from")} />
            <TextField
              id="until"
              label="Opened until"
              type="date"
              value={typed.until}
              error={errorOf("until")}
            />
          </>
        ),
      }}
      isFiltered={isFiltered(query)}
    >
      {typed.sort && <input type="hidden" name="sort" value={typed.sort} />}
      {typed.queue && <input type="hidden" name="queue" value={typed.queue} />}
      <TextField
        id="search"
        label="Name or file number"
        type="search"
        value={typed.search}
        error={errorOf("search")}
      />
      <SelectField
        id="status"
        label="Status"
        placeholder="Any"
        value={typed.status}
        error={errorOf("status")}
        options={matterStates.map((state) => ({ value: state, label: stateWords[state] }))}
      />
      {!req.staff.assigned_matters_only && (
        <SelectField
          id="assignee"
          label="Assignee"
          placeholder="Any"
          value={typed.assignee}
          options={[
            { value: "me", label: "Me" },
            { value: "none", label: "None" },
            ...team
              .filter(({ id, deactivated_at }) => deactivated_at === null && id !== req.staff.user_id)
              .map(({ id, name, email }) => ({ value: id, label: name || email })),
          ]}
        />
      )}
    </FilterBar>
  )
}

const dueWords: Record<Due, string> = {
  overdue: "Overdue",
  week: "Within 7 days",
  month: "Within 30 days",
}

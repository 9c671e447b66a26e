import type { ComponentChildren } from "preact"
import { type Facts, factNames } from "../../../../definition/conditions/conditions.ts"
import { factValue, visibleParts } from "../../../../definition/conditions/visible-parts.ts"
import type { Definition } from "../../../../definition/definition.ts"
import { findGeneralCategory } from "../../../../definition/general-categories.ts"
import { categoriesOf } from "../../../../definition/parts.ts"
import { type Text, textIn } from "../../../../definition/text.ts"
import { notFound } from "../../../../platform/errors.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { assignmentFilter } from "../../../matters/console/frame/require-matter.ts"
import { listMatters } from "../../../matters/list/list.ts"
import { plainAnswers, readVisibility } from "../../../matters/progress/visibility.ts"
import { conditionalPartsOf } from "../../editing/conditional-parts.ts"
import { findPersona, personasFor } from "../../linting/personas.ts"
import { factsOf, findLengths } from "../../linting/simulator.ts"
import { findVisibility, type Visibility } from "../../linting/visibility.ts"
import { type Draft, editorUrl } from "../builder/draft.ts"
import { factLabels } from "../part-forms/conditions/condition-groups.ts"

/** How many of the latest matters the page offers to simulate. */
const max_matters = 50

/** What each sample client sees of the draft, part by part, and what the client of one matter would see. */
export async function readCoverage(req: PageRequest, draft: Draft) {
  const { row, definition } = draft
  const today = todayOf(req)
  const isRepresented = row.approach.startsWith("rep-")
  const simulations = personasFor(row.approach)
    .filter((persona) => !persona.sees_everything)
    .map((persona) => ({
      ...persona,
      visibility: findVisibility(definition, factsOf(persona, definition, isRepresented, today)),
    }))
  const chosen = findPersona(row.approach, req.query.as ?? "")
  const lengths = findLengths(definition, factsOf(chosen, definition, isRepresented, today))
  const { rows: matters } = await listMatters(
    req.tx,
    { ...assignmentFilter(req.staff), questionnaire_id: row.id },
    { limit: max_matters, offset: 0, page: 1 },
  )
  const matter = matters.find(({ id }) => id === req.query.matter)
  if (req.query.matter && !matter) throw notFound()
  const { facts, answers } = matter ? await readVisibility(req.tx, matter.id) : {}
  const inMatter = facts &&
    answers && { facts, visible: visibleParts(definition, plainAnswers(answers), facts) }
  return { draft, simulations, chosen, lengths, matters, matter, inMatter }
}

type Coverage = Awaited<ReturnType<typeof readCoverage>>

const wordsOf = (text: Text | undefined) => textIn(text, "en") || "(no text)"

const visibilityTags: Record<Visibility, ComponentChildren> = {
  always: <Tag tone="success">Always</Tag>,
  by_answers: <Tag tone="info">Sometimes</Tag>,
  never: <Tag>Never</Tag>,
}

/** The rules of the draft: which parts each sample client sees, and how many questions. */
export function Coverage({ draft, simulations, chosen, lengths, matter, inMatter }: Coverage) {
  const parts = conditionalPartsOf(draft.definition)
  const isForAll = ({ id }: { id: string }) =>
    simulations.every(({ visibility }) => visibility.get(id) === "always") &&
    (!inMatter || inMatter.visible.has(id))
  const forAll = parts.filter(isForAll)
  return (
    <Card title="Who sees what">
      {!chosen.sees_everything && (
        <p>
          {`${chosen.label}: ${lengths.is_partial ? "about " : ""}${lengths.shortest} to ${lengths.longest} questions.`}
        </p>
      )}
      {inMatter && <p>{factsText(inMatter.facts, draft.definition, inMatter.visible)}</p>}
      <DataTable
        caption="What each client sees"
        compact
        columns={[
          {
            label: "Part",
            primary: true,
            cell: ({ id, words, section }) => (
              <span class={section && "cell-note"}>
                <a href={`${editorUrl(draft.row.id, id)}#editor`}>{wordsOf(words)}</a>
              </span>
            ),
          },
          ...simulations.map(({ label, visibility }) => ({
            label,
            cell: ({ id }: (typeof parts)[number]) => visibilityTags[visibility.get(id) ?? "never"],
          })),
          matter &&
            inMatter && {
              label: matter.name,
              cell: ({ id }) =>
                inMatter.visible.has(id) ? <Tag tone="success">Shown</Tag> : <Tag>Hidden</Tag>,
            },
        ]}
        records={parts.filter((part) => !isForAll(part))}
        id={({ id }) => `part_${id}`}
        empty={<p>{forAll.length > 0 ? "Every client sees every part." : "No sections yet."}</p>}
      />
      {forAll.length > 0 && (
        <p class="hint">Left out: {countText(forAll.length, "part")} that every client always sees.</p>
      )}
    </Card>
  )
}

/** Lists the facts of a matter. Asset facts cover only assets in visible categories. */
function factsText(facts: Facts, definition: Definition, visible: ReadonlySet<string>): string {
  const categories = categoriesOf(definition)
  const labeled = factNames.map((name) => {
    const value = factValue(facts, name, categories, visible)
    const words =
      typeof value === "boolean"
        ? value
          ? "yes"
          : "no"
        : [value ?? []]
            .flat()
            .map((each) => findGeneralCategory(String(each))?.label ?? String(each).replaceAll("_", " "))
            .join(", ")
    return `${factLabels[name]}: ${words || (name === "assets" ? "none" : "unknown")}`
  })
  return `Facts of this matter: ${labeled.join("; ")}.`
}

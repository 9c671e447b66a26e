import { visibleParts } from "../../../definition/conditions/visible-parts.ts"
import { type Text, textIn } from "../../../definition/text.ts"
import { notFound } from "../../../platform/errors.ts"
import { assignmentFilter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { Details } from "../../../web/ui/components/details.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { listMatters } from "../../matters/list/list.ts"
import { readFacts, readPlainAnswers } from "../../matters/progress/visibility.ts"
import { conditionalPartsOf } from "../editing/conditional-parts.ts"
import { personasFor } from "../linting/personas.ts"
import { factsOf, simulate } from "../linting/simulator.ts"
import { crumbsOf, type Draft, draftUrl, editorUrl, openDraft } from "./builder/draft.ts"
import { factsText, HiddenParts, VisibilityTag } from "./simulator-parts.tsx"

/** How many of the latest matters the page offers to simulate. */
const max_matters = 50

/** Shows which parts of a draft each persona sees, and what the client of one matter would see. Stores nothing. */
export async function simulatorPage(req: PageRequest): Promise<View> {
  const draft = await openDraft(req)
  const { row, definition } = draft
  const today = req.tx.now.toISOString().slice(0, 10)
  const isRepresented = row.approach.startsWith("rep-")
  const simulations = personasFor(row.approach)
    .filter((persona) => !persona.sees_everything)
    .map((persona) => ({
      ...persona,
      ...simulate(definition, factsOf(persona, definition, isRepresented, today)),
    }))
  const { rows: matters } = await listMatters(
    req.tx,
    { ...assignmentFilter(req.staff), questionnaire_id: row.id },
    { limit: max_matters, offset: 0, page: 1 },
  )
  const matter = matters.find(({ id }) => id === req.query.matter)
  if (req.query.matter && !matter) throw notFound()
  const inMatter = matter && (await evaluateMatter(req, draft, matter.id))
  const parts = conditionalPartsOf(definition)
  const isForAll = ({ id }: { id: string }) =>
    simulations.every(({ visibility }) => visibility.get(id) === "always") &&
    (!inMatter || inMatter.visible.has(id))
  const forAll = parts.filter(isForAll)
  return {
    title: "Who sees what",
    breadcrumbs: crumbsOf(draft),
    heading: {
      lede: "Which parts of this draft each type of client can see. Nothing here is saved or sent.",
    },
    body: (
      <>
        <Card title="Length" flush>
          <DataTable
            caption="Fewest and most questions for each client"
            columns={[
              {
                label: "Client",
                primary: true,
                cell: ({ name, label }) => (
                  <a href={editorUrl(row.id, "", { spanish: false, persona: name })}>{label}</a>
                ),
              },
              { label: "Fewest questions", align: "end", cell: ({ shortest }) => shortest },
              { label: "Most questions", align: "end", cell: ({ longest }) => longest },
            ]}
            records={simulations}
            id={({ name }) => `length_${name}`}
          />
        </Card>
        <HiddenParts draft={draft} simulations={simulations} />
        <Card title="Part by part">
          {matters.length > 0 && (
            <form method="get" action={simulatorUrl(row.id)} class="builder-persona">
              <SelectField
                id="matter"
                label="What would this client see?"
                placeholder="No matter"
                value={matter?.id ?? ""}
                options={matters.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <Button variant="secondary" small>
                Show
              </Button>
            </form>
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
                  <PartLink {...{ id, section }} words={wordsOf(words)} draft={draft} />
                ),
              },
              ...simulations.map(({ label, visibility }) => ({
                label,
                cell: ({ id }: (typeof parts)[number]) => (
                  <VisibilityTag visibility={visibility.get(id) ?? "never"} />
                ),
              })),
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
            <Details
              summary={`${forAll.length} ${forAll.length === 1 ? "part" : "parts"} that every client always sees`}
            >
              <ul>
                {forAll.map(({ id, words, section }) => (
                  <li key={id}>
                    <PartLink {...{ id, section }} words={wordsOf(words)} draft={draft} />
                  </li>
                ))}
              </ul>
            </Details>
          )}
        </Card>
      </>
    ),
  }
}

const wordsOf = (words: Text | undefined) => textIn(words, "en") || "(no text)"

const simulatorUrl = (id: string) => `${draftUrl(id)}/simulation`

/** Evaluates the draft with the answers and facts of an existing matter. */
async function evaluateMatter({ tx }: PageRequest, { definition }: Draft, matter_id: string) {
  const [facts, answers] = await Promise.all([readFacts(tx, matter_id), readPlainAnswers(tx, matter_id)])
  return { facts, visible: visibleParts(definition, answers, facts) }
}

function PartLink(props: { draft: Draft; id: string; section: string | undefined; words: string }) {
  const link = <a href={`${editorUrl(props.draft.row.id, props.id)}#editor`}>{props.words}</a>
  return props.section ? link : <strong>{link}</strong>
}

import { visibleParts } from "../../../../definition/conditions/visible-parts.ts"
import { type Text, textIn } from "../../../../definition/text.ts"
import { notFound } from "../../../../platform/errors.ts"
import { assignmentFilter } from "../../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Card, Details } from "../../../../web/ui/components/card.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { listMatters } from "../../../matters/list/list.ts"
import { readFacts, readPlainAnswers } from "../../../matters/progress/visibility.ts"
import { conditionalPartsOf } from "../../editing/conditional-parts.ts"
import { findPersona, personasFor } from "../../linting/personas.ts"
import { factsOf, findLengths, findVisibility } from "../../linting/simulator.ts"
import { type Draft, editorUrl } from "../builder/draft.ts"
import { factsText, HiddenParts, VisibilityTag } from "./coverage-parts.tsx"

/** How many of the latest matters the page offers to simulate. */
const max_matters = 50

/** What each sample client sees of the draft, part by part, and what the client of one matter would see. */
export async function readCoverage(req: PageRequest, draft: Draft) {
  const { row, definition } = draft
  const today = req.tx.now.toISOString().slice(0, 10)
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
  const inMatter = matter && (await evaluateMatter(req, draft, matter.id))
  return { draft, simulations, chosen, lengths, matters, matter, inMatter }
}

/** The rules of the draft: which parts each sample client sees, how many questions, and which parts nobody sees. */
export function Coverage(props: Awaited<ReturnType<typeof readCoverage>>) {
  const { draft, simulations, chosen, lengths, matter, inMatter } = props
  const parts = conditionalPartsOf(draft.definition)
  const isForAll = ({ id }: { id: string }) =>
    simulations.every(({ visibility }) => visibility.get(id) === "always") &&
    (!inMatter || inMatter.visible.has(id))
  const forAll = parts.filter(isForAll)
  return (
    <>
      <HiddenParts draft={draft} simulations={simulations} />
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
                <PartLink {...{ id, section }} words={wordsOf(words)} draft={draft} />
              ),
            },
            ...simulations.map(({ label, visibility }) => ({
              label,
              cell: ({ id }: (typeof parts)[number]) => (
                <VisibilityTag visibility={visibility.get(id) ?? "never"} />
              ),
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
  )
}

const wordsOf = (words: Text | undefined) => textIn(words, "en") || "(no text)"

/** Evaluates the draft with the answers and facts of an existing matter. */
async function evaluateMatter({ tx }: PageRequest, { definition }: Draft, matter_id: string) {
  const [facts, answers] = await Promise.all([readFacts(tx, matter_id), readPlainAnswers(tx, matter_id)])
  return { facts, visible: visibleParts(definition, answers, facts) }
}

function PartLink(props: { draft: Draft; id: string; section: string | undefined; words: string }) {
  const link = <a href={`${editorUrl(props.draft.row.id, props.id)}#editor`}>{props.words}</a>
  return props.section ? link : <strong>{link}</strong>
}

import type { ComponentChildren } from "preact"
import { type Facts, factNames } from "../../../../definition/conditions/conditions.ts"
import { factValue, visibleParts } from "../../../../definition/conditions/visible-parts.ts"
import type { Definition } from "../../../../definition/definition.ts"
import { findGeneralCategory } from "../../../../definition/general-categories.ts"
import { isNameIn } from "../../../../definition/own-value.ts"
import { categoriesOf } from "../../../../definition/parts.ts"
import { type Text, textIn } from "../../../../definition/text.ts"
import { notFound } from "../../../../platform/errors.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Card, Details } from "../../../../web/ui/components/card.tsx"
import { CopyField } from "../../../../web/ui/components/copy-field.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { FilterBar } from "../../../../web/ui/components/filter-bar.tsx"
import { QrImage } from "../../../../web/ui/components/qr-image.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { assignmentFilter } from "../../../matters/console/frame/require-matter.ts"
import { listMatters } from "../../../matters/list/list.ts"
import { plainAnswers, readVisibility } from "../../../matters/progress/visibility.ts"
import { conditionalPartsOf } from "../../editing/conditional-parts.ts"
import { findPersona, personasFor } from "../../linting/personas.ts"
import { factsOf, findLengths } from "../../linting/simulator.ts"
import { findVisibility, type Visibility } from "../../linting/visibility.ts"
import { newTestLink, test_link_hours } from "../../test-links.ts"
import { crumbsOf, type Draft, draftUrl, editorUrl, openDraft } from "../builder/draft.ts"
import { factLabels } from "../part-forms/conditions/condition-groups.ts"

const select = (
  id: string,
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
) => <SelectField {...{ id, label, value }} options={options.map(([value, label]) => ({ value, label }))} />

const devices = { phone: "Phone", tablet: "Tablet", laptop: "Laptop" }

export async function trialPage(req: PageRequest): Promise<View> {
  const { query } = req
  const draft = await openDraft(req)
  const { id, approach } = draft.row
  const { name, label } = findPersona(approach, query.as ?? "")
  const lang = query.lang === "es" ? "es" : "en"
  const device = query.device && isNameIn(devices, query.device) ? query.device : "phone"
  const coverage = await readCoverage(req, draft)
  const client = String(new URLSearchParams({ as: name, lang }))
  return {
    title: "Try it",
    breadcrumbs: crumbsOf(draft),
    lede: "The draft as clients see it. The people are fictional, and nothing is saved or sent.",
    islands: ["copy"],
    frames: true,
    body: (
      <>
        <FilterBar action={trialUrl(id)} label="Who tries it, and how" submit="Show">
          {select(
            "as",
            "Client",
            name,
            personasFor(approach).map((each) => [each.name, each.label]),
          )}
          {select("lang", "Language", lang, Object.entries({ en: "English", es: "Spanish" }))}
          {select("device", "Device", device, Object.entries(devices))}
          {coverage.matters.length > 0 &&
            select("matter", "Compare with", coverage.matter?.id ?? "", [
              ["", "No matter"],
              ...coverage.matters.map(({ id, name }) => [id, name] as const),
            ])}
        </FilterBar>
        <iframe
          class={`builder-frame trial-${device}`}
          src={`${draftUrl(id)}/preview?${client}`}
          title={`The draft as seen by: ${label}`}
        />
        <Details summary="Try it on a phone">
          <PhoneLink req={req} id={id} client={client} />
        </Details>
        <Coverage {...coverage} />
      </>
    ),
  }
}

/** A link for any device, without signing in. */
function PhoneLink({ req, id, client }: { req: PageRequest; id: string; client: string }) {
  const { parts, staff, tx } = req
  const target = { firm_id: staff.firm_id, questionnaire_id: id, user_id: staff.user_id }
  const address = `${parts.base_url}${newTestLink(parts.ring, target, tx.now)}?${client}`
  return (
    <Card>
      <CopyField
        id="address"
        label="Link"
        hint={`It works for ${test_link_hours} hours for anyone who has it, and shows the latest draft.`}
        value={address}
      />
      <QrImage text={address} label="QR code of the link" />
    </Card>
  )
}

export const trialUrl = (id: string) => `${draftUrl(id)}/trial`

/** How many of the latest matters the page offers to simulate. */
const max_matters = 50

/** What each sample client sees of the draft, part by part, and what the client of one matter would see. */
async function readCoverage(req: PageRequest, draft: Draft) {
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

function Coverage({ draft, simulations, chosen, lengths, matter, inMatter }: Coverage) {
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

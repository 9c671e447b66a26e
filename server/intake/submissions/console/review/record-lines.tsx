// The people, roles and assets that the client entered, as lines of the review.
import type { ComponentChildren } from "preact"
import type { Section, SectionKind } from "../../../../definition/definition.ts"
import { categoriesOf, findSectionOf } from "../../../../definition/parts.ts"
import type { Names } from "../../../../definition/people/names.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { staffStyle } from "../../../assets/console/money.ts"
import { Beneficiaries } from "../../../assets/console/totals.tsx"
import { describeAsset } from "../../../assets/described.ts"
import { personRows } from "../../../contacts/console/person-rows.tsx"
import { groupPeople } from "../../../contacts/groups.ts"
import type { RequestState } from "../../../documents/document-choices.ts"
import type { AgendaItem } from "../../../matters/progress/agenda.ts"
import type { Visibility } from "../../../matters/progress/visibility.ts"
import type { Acceptance } from "../../review/acceptance.ts"
import type { Snapshot } from "../../snapshot.ts"
import type { ReviewLine } from "./line.tsx"

export interface ReviewData {
  live: Snapshot
  visibility: Visibility
  names: Names
  /** Who accepted the current version of a record; undefined for an unknown key. */
  acceptanceOf: (record_key: string) => Acceptance | undefined
  agenda: readonly AgendaItem[]
  /** How each document request was answered, by `answerKey`. */
  request_states: ReadonlyMap<string, RequestState>
  conflicts: ReadonlyMap<string, string>
  /** The matter is about someone who has died, perhaps on an unknown day. */
  main_has_died: boolean
  home: string
  req: PageRequest
}

/** The people, group by group: in a representative's matter, the person it is about comes first. */
export function peopleLines(data: ReviewData): ReviewLine[] {
  const { live, visibility, acceptanceOf, conflicts, main_has_died } = data
  const { groups, groupOf, partOf } = groupPeople(live.contacts, main_has_died)
  return groups
    .flatMap((group) => live.contacts.filter((contact) => groupOf(contact) === group))
    .map((contact) => ({
      id: contact.id,
      title: contact.full_name || "No name yet",
      note: partOf(contact),
      value: (
        <RecordFacts rows={personRows(contact, live.approximate_dates ?? [], conflicts.get(contact.id))} />
      ),
      subject: { kind: "contact", record_id: contact.id, about: null },
      section_id: sectionOfPerson(
        visibility,
        contact.is_client || contact.id === live.matter.contact_main.id,
      ),
      acceptance: acceptanceOf(`contacts ${contact.id}`),
    }))
}

/** The section where a person is entered; clients have their own. */
export function sectionOfPerson({ definition }: Visibility, is_client: boolean): string | undefined {
  return (firstSectionOf(definition.sections, is_client ? "clients" : "people") ?? definition.sections[0])?.id
}

export function firstSectionOf(sections: readonly Section[], kind: SectionKind): Section | undefined {
  return sections.find((section) => section.kind === kind)
}

export function roleLines({ live, visibility, names, acceptanceOf }: ReviewData): ReviewLine[] {
  return live.roles.map(({ id, role_description, focus_contact, assignments }) => ({
    id: `${id}-${focus_contact ?? ""}`,
    title: role_description,
    note: focus_contact ? `for ${names[focus_contact] || "one client"}` : undefined,
    value:
      assignments.length > 0 &&
      assignments.map(({ position, display_name }) => (
        <span class="cell-line" key={position}>
          {assignments.length > 1 && `${position}. `}
          {display_name}
        </span>
      )),
    tag: assignments.length === 0 ? { text: "No one yet", tone: "warning" } : undefined,
    subject: { kind: "role", record_id: id, about: focus_contact },
    section_id: findSectionOf(visibility.definition, id)?.id,
    acceptance: acceptanceOf(`roles ${id} ${focus_contact ?? ""}`),
  }))
}

export function assetLines({ live, visibility, names, acceptanceOf }: ReviewData): ReviewLine[] {
  const categories = new Map(categoriesOf(visibility.definition).map((each) => [each.id, each]))
  return live.assets.map((asset) => ({
    id: asset.id,
    title: asset.identifier_value || "Not named",
    note: asset.general_category.label ?? undefined,
    value: (
      <RecordFacts
        rows={[
          ...describeAsset(asset, categories.get(asset.for_fin_category), staffStyle).map(
            ({ label, value }) => [label, value] as const,
          ),
          ["Goes to", asset.beneficiaries && <Beneficiaries asset={asset} names={names} />],
        ]}
      />
    ),
    subject: { kind: "asset", record_id: asset.id, about: null },
    section_id: findSectionOf(visibility.definition, asset.for_fin_category)?.id,
    acceptance: acceptanceOf(`assets ${asset.id}`),
  }))
}

/** The facts of a record as labels and values; omits facts without a value. */
function RecordFacts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  const known = rows.filter(([, value]) => value)
  if (known.length === 0) return <span class="cell-note">No other details.</span>
  return (
    <dl class="cell-facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{/[?.!:]$/.test(label) ? label : `${label}:`}</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

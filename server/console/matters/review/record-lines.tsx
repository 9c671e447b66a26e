// The people, roles, assets and files that the client entered, as lines of the review.
import { answerKey } from "../../../definition/conditions.ts"
import type { Definition, Section, SectionKind } from "../../../definition/definition.ts"
import { findSectionOf, requestsOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import type { AgendaItem } from "../../../matters/agenda.ts"
import type { Visibility } from "../../../matters/visibility.ts"
import type { Acceptance } from "../../../submissions/acceptance.ts"
import type { Snapshot } from "../../../submissions/snapshot.ts"
import type { PageRequest } from "../../page-request.ts"
import { When } from "../../times.tsx"
import { additionalFacts, fieldTypesOf } from "../assets/additional-facts.ts"
import { Beneficiaries } from "../assets/beneficiaries.tsx"
import { moneyText } from "../assets/money.ts"
import { sizeText } from "../documents/file-size.ts"
import type { Names } from "../names.ts"
import { rowsOf } from "../people/page.tsx"
import { RecordFacts, type ReviewLine } from "./line.tsx"
import { Preview } from "./preview.tsx"

/** The data behind the lines of a matter. */
export interface Records {
  live: Snapshot
  visibility: Visibility
  names: Names
  /** Who accepted the current version of a record; undefined for an unknown key. */
  acceptanceOf: (record_key: string) => Acceptance | undefined
  agenda: readonly AgendaItem[]
  /** The `answerKey`s of document requests that have a file. */
  given_requests: readonly string[]
  home: string
  req: PageRequest
}

export function peopleLines({ live, visibility, acceptanceOf }: Records): ReviewLine[] {
  return live.contacts.map((contact) => ({
    id: contact.id,
    title: contact.full_name || "No name yet",
    note: contact.relationship.short,
    value: (
      <RecordFacts
        rows={rowsOf(contact, live.approximate_dates ?? []).map(({ key, value }) => [String(key), value])}
      />
    ),
    subject: { kind: "contact", record_id: contact.id, about: null },
    section_id: sectionOfPerson(visibility, contact.is_client || contact.id === live.matter.contact_main.id),
    acceptance: acceptanceOf(`contacts ${contact.id}`),
  }))
}

/** The section where a person is entered; clients have their own. */
export function sectionOfPerson({ definition }: Visibility, is_client: boolean): string | undefined {
  return (firstOf(definition.sections, is_client ? "clients" : "people") ?? definition.sections[0])?.id
}

function firstOf(sections: readonly Section[], kind: SectionKind): Section | undefined {
  return sections.find((section) => section.kind === kind)
}

export function roleLines({ live, visibility, names, acceptanceOf }: Records): ReviewLine[] {
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
    acceptance: assignments.length > 0 ? acceptanceOf(`roles ${id} ${focus_contact ?? ""}`) : undefined,
  }))
}

export function assetLines({ live, visibility, names, acceptanceOf }: Records): ReviewLine[] {
  const types = fieldTypesOf(visibility.definition)
  return live.assets.map((asset) => ({
    id: asset.id,
    title: asset.identifier_value || "Not named",
    note: asset.general_category.label ?? undefined,
    value: (
      <RecordFacts
        rows={[
          [asset.owner_label || "Owner", asset.owner_value],
          [asset.credit_label || "Value", asset.credit_value && moneyText(asset.credit_value)],
          [
            asset.debit_label ?? "Owed",
            asset.debit_label && asset.debit_value && moneyText(asset.debit_value),
          ],
          ...additionalFacts(asset, types),
          ["Goes to", asset.beneficiaries && <Beneficiaries asset={asset} names={names} />],
        ]}
      />
    ),
    subject: { kind: "asset", record_id: asset.id, about: null },
    section_id: findSectionOf(visibility.definition, asset.for_fin_category)?.id,
    acceptance: acceptanceOf(`assets ${asset.id}`),
  }))
}

/** Files with their previews, and document requests without a file. */
export function documentLines({
  live,
  visibility,
  names,
  given_requests,
  acceptanceOf,
  req,
}: Records): ReviewLine[] {
  const { definition, visible, facts, alone } = visibility
  const requests = definition.sections.flatMap((section) =>
    section.kind === "documents"
      ? section.requests
          .filter(({ id }) => visible.has(id))
          .flatMap(({ id, label, required }) =>
            (alone.has(id) ? facts.clients : [null])
              .filter((about) => !given_requests.includes(answerKey(id, about)))
              .map((about) => ({
                id,
                about,
                section_id: section.id,
                required,
                label: textIn(label, "en"),
              })),
          )
      : [],
  )
  const files = [
    ...live.documents.map((file) => ({ ...file, part: "documents", of: file.document_request.label })),
    ...live.financial_documents.map((file) => ({
      ...file,
      part: "financial_documents",
      of: [file.fin_category.label, file.fin_item.description].filter(Boolean).join(": "),
    })),
  ]
  return [
    ...files.map(
      (file): ReviewLine => ({
        id: file.document_id,
        title: file.filename,
        note: file.of,
        value: (
          <>
            <span class="cell-note">
              {sizeText(file.size)}, <When at={file.uploaded_at} req={req} />
              <span class="no-print">
                ,{" "}
                <a href={`/console/matters/${live.matter.id}/documents/${file.document_id}`} download>
                  Download<span class="visually-hidden"> {file.filename}</span>
                </a>
              </span>
            </span>
            <Preview matter_id={live.matter.id} file={file} />
          </>
        ),
        subject: { kind: "document", record_id: file.document_id, about: null },
        section_id: sectionOfFile(definition, file.part, file.of)?.id,
        acceptance: acceptanceOf(`${file.part} ${file.document_id}`),
      }),
    ),
    ...requests.map(
      ({ id, about, section_id, required, label }): ReviewLine => ({
        id: answerKey(id, about),
        title: label,
        note: about ? `${names[about] || "one client"}, alone` : undefined,
        value: null,
        tag: required
          ? { text: "Not sent yet", tone: "warning" }
          : { text: "Not sent, optional", tone: "neutral" },
        subject: { kind: "request", record_id: id, about },
        section_id,
      }),
    ),
  ]
}

/** The section that asked for a file: of documents, of questions, or of assets. */
function sectionOfFile({ sections }: Definition, part: string, of: string): Section | undefined {
  if (part !== "documents") return firstOf(sections, "assets")
  const request = requestsOf({ sections }).find(({ label }) => textIn(label, "en") === of)
  return (request && findSectionOf({ sections }, request.id)) ?? firstOf(sections, "documents")
}

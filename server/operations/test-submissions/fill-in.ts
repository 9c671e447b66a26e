// Fills in what a questionnaire still asks of a client, section by section, through the functions that the portal's pages
// call. What is there stays.

import { Readable } from "node:stream"
import type { Section } from "../../definition/definition.ts"
import type { Sample } from "../../definition/kinds/kind.ts"
import { textIn } from "../../definition/text.ts"
import { readRequestStates } from "../../intake/documents/document-choices.ts"
import { receiveDocument, type UploadParts } from "../../intake/documents/uploads/uploads.ts"
import { definitionOf } from "../../intake/matters/progress/definition.ts"
import { markReviewed } from "../../intake/matters/progress/section-reviews.ts"
import { readVisibility, type Visibility } from "../../intake/matters/progress/visibility.ts"
import { listRequestAnswers } from "../../intake/submissions/missing/open-items.ts"
import { readFirmDay, sql, type Tx } from "../../platform/db/sql.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { asClient, type TestClient } from "./clients.ts"
import { fillAnswers } from "./fill-answers.ts"
import { fillAssets } from "./fill-assets.ts"
import { fillClients, fillPeople } from "./fill-people.ts"
import { fillRoles } from "./fill-roles.ts"
import type { Filling, NewFile } from "./filling.ts"
import { pdf, photo } from "./sample-documents.ts"

/** A file may reveal more questions, and each client may reveal some to the other. */
const max_rounds = 20

/** Fills in the matter as its clients, until a round finds nothing left to fill in. */
export async function fillInAs(
  parts: UploadParts,
  clients: readonly TestClient[],
  sample: Sample,
): Promise<void> {
  let before = -1
  for (let round = 0; round < max_rounds; round += 1) {
    for (const client of clients) {
      const fill = (tx: Tx) => fillSections(tx, parts.ring, client, sample)
      for (const file of await asClient(parts.db, client, fill)) await upload(parts, client, file, sample)
    }
    const changes = await countChanges(parts, clients)
    if (changes === before) return
    before = changes
  }
}

async function countChanges({ db }: UploadParts, [client]: readonly TestClient[]): Promise<number> {
  if (!client) return 0
  const { count } = await db.forFirm(client.firm_id, (tx) =>
    tx.one<{ count: number }>(sql`
      select count(*)::integer as count from changes where matter_id = ${client.matter_id}`),
  )
  return count
}

/** Fills in and confirms each section that shows, and returns the files to upload. */
async function fillSections(
  tx: Tx,
  ring: KeyRing,
  { matter_id }: TestClient,
  sample: Sample,
): Promise<NewFile[]> {
  const filling: Filling = { matter_id, ring, sample, today: await readFirmDay(tx), uploads: [] }
  const { definition } = await definitionOf(tx, matter_id)
  for (const section of definition.sections) {
    const visibility = await readVisibility(tx, matter_id)
    if (!visibility.visible.has(section.id)) continue
    await fillSection(tx, filling, section, visibility)
    await markReviewed(tx, matter_id, section.id)
  }
  const { visible, alone, visible_alone_clients } = await readVisibility(tx, matter_id)
  const states = await readRequestStates(tx, matter_id)
  const requests = listRequestAnswers(definition, visible, { alone, clients: visible_alone_clients }, states)
  const files = requests.filter(({ state }) => !state).map(({ id, label }) => ({ request_id: id, label }))
  return [...filling.uploads, ...files]
}

async function fillSection(
  tx: Tx,
  filling: Filling,
  section: Section,
  visibility: Visibility,
): Promise<void> {
  switch (section.kind) {
    case "clients":
      return fillClients(tx, filling, section)
    case "people":
      return fillPeople(tx, filling, section)
    case "roles":
      return fillRoles(tx, filling, section, visibility)
    case "assets":
      return fillAssets(tx, filling, section, visibility)
    case "questions":
      return fillAnswers(tx, filling, section)
    case "documents":
      // Its files are uploaded once the transaction is over.
      return
    default:
      return section satisfies never
  }
}

/** Uploads a small file: a PDF or, now and then, a picture. */
async function upload(
  parts: UploadParts,
  client: TestClient,
  { label, ...target }: NewFile,
  sample: Sample,
): Promise<void> {
  const { matter_id } = client
  const title = textIn(label, "en")
  const isPicture = sample.number(1, 4) === 1
  const lines = ["This file was uploaded to try things out.", `Number ${sample.number(1000, 9999)}`]
  const bytes = isPicture ? photo([120, 160, 190]) : await pdf({ title, issuer: "Sample", lines })
  const name =
    title
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
      .slice(0, 60) || "Sample"
  const filename = `${name}.${isPicture ? "png" : "pdf"}`
  await receiveDocument(parts, client, { matter_id, filename, source: Readable.from([bytes]), ...target })
}

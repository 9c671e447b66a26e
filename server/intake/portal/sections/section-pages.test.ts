// Finding one field by its page's URL, without building the other pages of its section.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { assertNone } from "../../../../test/harness/assert-each.ts"
import { newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import type { Loaded } from "../loaded.ts"
import { openPageRequest, type PageRequest } from "../page-request.ts"
import { findSectionPage, openSection, visibleSections } from "./section-pages.ts"

const { service, firm } = provideServiceAndFirm()
let intake: SampleIntake
before(async () => {
  intake = await newIntake(firm)
})

/** Opens a page request that records which loaders its pages call. */
function withPageRequest<Result>(
  work: (req: PageRequest, reads: Set<string>) => Promise<Result>,
): Promise<Result> {
  return firm.run(async (tx) => {
    const identity = {
      ...{ firm_id: firm.firm_id, user_id: firm.admin.user_id, session_id: "", matter_id: intake.matter_id },
      ...{ is_firm_staff: true, email: "", name: "Dana", role: "admin" as const, is_suspended: false },
      last_seen_at: tx.now,
    }
    const req = await openPageRequest(tx, identity, service, "en")
    const reads = new Set<string>()
    const loaded = new Proxy(req.loaded, {
      get: (target, name: keyof Loaded) => {
        reads.add(name)
        return target[name]
      },
    })
    return work({ ...req, loaded }, reads)
  })
}

test("listing the pages of every section queries no answers and no revisions", async () => {
  await withPageRequest(async (req, reads) => {
    const sections = visibleSections(req)
    assert.ok(new Set(sections.map(({ kind }) => kind)).size >= 5)
    for (const { id } of sections) assert.ok((await openSection(req, id)).pages.length > 1)
    // What the firm no longer needs leaves the list: `requestStates`.
    assertNone([...reads], (name) => !["people", "files", "assets", "requestStates"].includes(name))
  })
})

test("opening one page by its URL returns only its own fields, each with its store", async () => {
  await withPageRequest(async (req) => {
    const section = visibleSections(req).find(({ kind }) => kind === "questions")
    const { pages } = await openSection(req, section?.id ?? "")
    const page = await findSectionPage(
      req,
      `/portal/sections/${section?.id}/${intake.ids.has_will}?return=check`,
    )
    assert.ok(pages.length > 3)
    const fields = page?.fields ?? []
    assert.ok(fields.some(({ name }) => name === intake.ids.has_will))
    assert.ok(fields.every(({ store }) => store !== undefined))
    assert.ok(!fields.some(({ name }) => name === intake.ids.ssn))
  })
})

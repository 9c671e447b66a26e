// A couple's sample intake with both clients signed in to the portal, for tests of pages below the task list.

import { findSectionOf } from "../../server/definition/parts.ts"
import { createInvitation } from "../../server/intake/matters/invitations/invitations.ts"
import { definitionOf } from "../../server/intake/matters/progress/definition.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { newPortalBrowser, type PortalBrowser } from "./portal-browser.ts"
import { newIntake, type SampleIntake, type SampleOptions } from "./sample-intake.ts"
import type { TestFirm, TestService } from "./service.ts"

export interface PortalIntake extends SampleIntake {
  /** Ada, the main client, and Ben, her husband, each in a browser without script. */
  ada: PortalBrowser
  ben: PortalBrowser
  /** The URL of a page in the section that contains a part; the part's own page by default. */
  pageOf(part_id: string, path?: string): string
  /** The URL of the first page: the main client's name. */
  names: string
  /** The URL of a page in the people section. */
  peopleAt(path: string): string
  /** The main client's name as it is stored now. */
  fullName(): Promise<string>
}

export async function newPortalIntake(
  service: TestService,
  firm: TestFirm,
  options: SampleOptions = {},
): Promise<PortalIntake> {
  const intake = await newIntake(firm, options)
  const { matter_id } = intake
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const enter = async (party: "main" | "partner", email: string) => {
    const { invite_key } = await firm.run((tx) => createInvitation(tx, service, { matter_id, party, email }))
    const client = newPortalBrowser(service)
    await client.post(`/invite/${invite_key}/start`)
    return client
  }
  return {
    ...intake,
    ada: await enter("main", "ada@example.com"),
    ben: await enter("partner", "ben@example.com"),
    fullName: async () =>
      (
        await firm.one<{ name: string }>(
          sql`select full_name as name from contacts where id = ${intake.main}`,
        )
      ).name,
    names: `/portal/sections/${definition.sections[0]?.id}/main/names`,
    peopleAt: (path) =>
      `/portal/sections/${definition.sections.find(({ kind }) => kind === "people")?.id ?? ""}/${path}`,
    pageOf: (part_id, path = part_id) =>
      `/portal/sections/${findSectionOf(definition, part_id)?.id ?? ""}/${path}`,
  }
}

/** The same in a new firm. */
export async function newFirmWithPortalIntake(
  service: TestService,
  { firm_name, ...options }: SampleOptions & { firm_name?: string } = {},
): Promise<PortalIntake & { firm: TestFirm }> {
  const firm = await service.newFirm(firm_name)
  return { firm, ...(await newPortalIntake(service, firm, options)) }
}

/** The fields a page's form sends if nothing is changed: its revision markers. */
export function marksOf(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(seen\.[^"]+)" value="(\d+)"/g)].map(([, name, value]) => [
      name ?? "",
      value ?? "",
    ]),
  )
}

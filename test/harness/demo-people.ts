// People of the demo, signed in to a browser as if they had opened their links.
import type { Page } from "playwright-core"
import { type Demo, loadDemo } from "../../demo/load.ts"
import { createSession } from "../../server/firm/access/sessions.ts"
import { sql } from "../../server/platform/db/sql.ts"
import type { PageOptions, TestBrowser } from "./browser.ts"
import type { TestService } from "./service.ts"

export interface DemoPeople {
  demo: Demo
  /** Opens a page as the client of one of the demo's matters. */
  openClient(matter: keyof Demo["matters"], options?: PageOptions): Promise<Page>
  /** Opens a page as the firm's first admin, or as the member of staff with that name. */
  openStaff(options?: PageOptions & { name?: string }): Promise<Page>
}

/** Loads the demo and signs its people in. */
export async function openDemo(service: TestService, browser: TestBrowser): Promise<DemoPeople> {
  const demo = await loadDemo(service)
  const open = async (
    cookie: string,
    user: { user_id: string; matter_id?: string },
    options: PageOptions = {},
  ) => {
    const lifetime = { idle_s: 3600, max_s: 3600 }
    const { token } = await service.db.forFirm(
      demo.firm_id,
      (tx) => createSession(tx, { ...user, device: "Test", lifetime }),
      { user_id: user.user_id },
    )
    const page = await browser.newPage({ ...options, base_url: service.base_url })
    await page.context().addCookies([{ name: cookie, value: token, url: service.base_url }])
    return page
  }
  const find = (statement: ReturnType<typeof sql>) =>
    service.db.forFirm(demo.firm_id, (tx) => tx.one<{ user_id: string }>(statement))
  return {
    demo,
    openClient: async (matter, options) => {
      const matter_id = demo.matters[matter]
      const { user_id } = await find(
        sql`select user_id from invitations where matter_id = ${matter_id} and user_id is not null order by id limit 1`,
      )
      return open("foyer_client", { user_id, matter_id }, options)
    },
    openStaff: async ({ name = "", ...options } = {}) => {
      const { user_id } = await find(sql`
        select id as user_id from users
         where is_firm_staff and case when ${name} = '' then role = 'admin' else name = ${name} end
         order by id limit 1`)
      return open("foyer_staff", { user_id }, options)
    },
  }
}

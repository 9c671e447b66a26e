// What a test firm's staff do instead of a client: fill in a matter and submit it, and submit it again.

import { requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import { overviewPage } from "../../../intake/matters/console/overview/page.tsx"
import { conflict } from "../../../platform/errors.ts"
import type { FlashKey } from "../../../web/console/forms/flash.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import type { Console, ConsoleForm } from "../../../web/console/routing.ts"
import { changeAsClient, submitAsClients } from "../test-submissions.ts"

const host = "/console/matters/:matter_id"

export function testSubmissionPages(console: Console): void {
  addStep(console, "test-submission", submitAsClients, "test_submitted")
  addStep(console, "test-resubmission", changeAsClient, "test_resubmitted")
}

function addStep(console: Console, path: string, act: typeof changeAsClient, done: FlashKey): void {
  const step: ConsoleForm<unknown> = {
    show: overviewPage,
    prepare: async (req) => {
      const { id } = await requireMatter(req)
      if (!req.staff.firm.is_test)
        throw conflict("not_a_test", "Only clients submit the matters of your firm.")
      // Uploads open transactions of their own.
      return () => act(req.parts, id)
    },
    act: async ({ param }) => ({ to: `/console/matters/${param("matter_id")}`, flash: { done } }),
  }
  console.form(`${host}/${path}`, onPage(host, overviewPage, step))
}

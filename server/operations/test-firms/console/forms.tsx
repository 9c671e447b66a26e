// A test firm beside one's own: its key fills in and submits matters by API.
import type { Tx } from "../../../platform/db/database.ts"
import { enqueue } from "../../../platform/jobs/queue.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { form } from "../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { beginDeletion, ignoreMissing } from "../deletion.ts"
import { findTestFirm, openTestFirm, suspended } from "../opening.ts"

const lookups = new WeakMap<Tx, ReturnType<typeof findTestFirm>>()

/** The test firm, looked up once for both forms of a page: in a transaction of its own, since the firm doesn't see it. */
function testFirmOf({ tx, parts, staff }: PageRequest): ReturnType<typeof findTestFirm> {
  const lookup = lookups.get(tx) ?? findTestFirm(parts.db, staff.firm_id)
  lookups.set(tx, lookup)
  return lookup
}

export const testFirmForm = form({
  open: async (req) => {
    const { staff } = req
    const test = await testFirmOf(req)
    const why = staff.firm.is_test ? "This is a test firm." : test?.is_suspended && suspended
    const obstacle = why ? { title: why, link: "API keys" } : undefined
    return test
      ? {
          title: "Test firm",
          text: [
            `${test.name} is for trying things out. Only the people who work there see it, and no email leaves it. Sign in with your address and the password you chose for it.`,
          ],
          submit: "New link to it",
          variant: "secondary",
          obstacle,
        }
      : {
          title: "Test firm",
          text: [
            "For programs that are not finished yet: a firm of its own beside yours, with a questionnaire and a key. By API, that key also fills in and submits matters as a client would, with real events.",
            "Only you see it, until you invite others there. It sends no email, and nothing in it counts as your firm’s.",
          ],
          submit: "Create a test firm",
          variant: "secondary",
          obstacle,
        }
  },
  receive: async (_, { firm_id, email, name }, { db }) => openTestFirm(db, firm_id, { email, name }),
  save: async (_req, _values, _record, { setup_token, api_token }) => ({
    done: api_token ? "test_firm_created" : "test_firm_opened",
    to: keys,
    handed: { setup_token, api_token },
  }),
})

const keys = "/console/settings/keys"

export const testFirmDeletion = form({
  open: async (req) => {
    const test = await testFirmOf(req)
    return {
      title: "Delete the test firm",
      text: test?.is_being_deleted
        ? [
            `${test.name} is being deleted. ${countText(test.matters_left, "matter is", "matters are")} left. Reload this page to see how far it is.`,
            "If the number has not changed for an hour, delete it again: it goes on where it stopped.",
          ]
        : [
            test?.is_suspended && suspended,
            `${test?.name ?? "It"} is deleted with everything in it, for good. It is suspended at once.`,
          ],
      submit: test && "Delete the test firm",
      variant: "danger",
      cancel: keys,
    }
  },
  receive: async (_, { firm_id }, parts) => {
    const test = await findTestFirm(parts.db, firm_id)
    // A second press, or a colleague's, may find it gone.
    if (test) await beginDeletion(parts.db, test.id).catch(ignoreMissing)
    return test?.id ?? ""
  },
  save: async ({ tx }, _values, _record, test_firm_id) => {
    if (test_firm_id !== "") await enqueue(tx, "delete-test-firm", { test_firm_id })
    return { done: test_firm_id !== "" ? "test_firm_deletion" : "test_firm_deleted" }
  },
})

/** What was handed over once: the way into the test firm, and its key. */
export function TestFirmAccess({ req }: { req: PageRequest }) {
  const { setup_token, api_token } = req.handed
  if (typeof setup_token !== "string") return null
  const { base_url } = req.parts
  return (
    <Card title="Copy them now">
      <CopyField
        id="setup-link"
        label="Link to the test firm"
        hint="Choose a password there. It works once, for 7 days, and signs you in there instead of here."
        value={`${base_url}/console/setup/${setup_token}`}
      />
      {typeof api_token === "string" && (
        <CopyField
          id="test-token"
          label="API key of the test firm"
          hint="We store only a hash of it and can’t show it again."
          value={api_token}
        />
      )}
    </Card>
  )
}

// What a test firm's staff do instead of a client: fill in a matter and submit it, and submit it again.

import { matterForm, openMatter } from "../../../intake/matters/console/frame/frame.tsx"
import type { FlashKey } from "../../../web/console/forms/flash.ts"
import { form } from "../../../web/console/forms/form.ts"
import type { FormPage } from "../../../web/console/forms/form-page.tsx"
import type { Console } from "../../../web/console/routing.ts"
import { changeAsClient, submitAsClients } from "../test-submissions.ts"

export function testSubmissionPages(console: Console): void {
  const base = "/console/matters/:matter_id"
  console.form(`${base}/test-submission`, submission)
  console.form(`${base}/test-resubmission`, resubmission)
}

const submission = stepForm({
  title: "Fill in and submit?",
  text: [
    "Foyer enters sample answers and files wherever the client has given none, signs, and submits the matter as its client would.",
    "Events, webhooks and notifications follow as they do for a real client. This takes a few seconds.",
  ],
  submit: "Fill in and submit",
  act: submitAsClients,
  done: "test_submitted",
})

const resubmission = stepForm({
  title: "Change an answer and submit again?",
  text: ["Foyer changes one answer and submits the matter again, as its client would."],
  submit: "Change and submit",
  act: changeAsClient,
  done: "test_resubmitted",
})

interface Step extends Pick<FormPage, "title" | "text" | "submit"> {
  act: typeof changeAsClient
  done: FlashKey
}

function stepForm({ title, text, submit, act, done }: Step) {
  return form({
    open: async (req) => {
      const obstacle = req.staff.firm.is_test
        ? undefined
        : { title: "Only clients submit the matters of your firm.", link: "Go to the matter" }
      return { ...matterForm(await openMatter(req), title), obstacle, text, submit }
    },
    // Uploads open transactions of their own.
    receive: async (request, _, parts) => {
      const { matter_id = "" } = request.params as { matter_id?: string }
      return act(parts, matter_id)
    },
    save: async () => ({ done }),
  })
}

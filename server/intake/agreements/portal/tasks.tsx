import type { PageRequest } from "../../../web/portal/page-request.ts"
import { type Task, TaskList } from "../../../web/ui/components/task-list.tsx"
import { mustSign, type ToSign } from "../signing.ts"
import { agreementUrl, maySign, missingSigners, titleOf } from "./to-sign.ts"

/** The agreements for the home page; null if the firm has none. */
export async function signTasks(req: PageRequest) {
  const all = await req.loaded.toSign()
  if (all.length === 0) return null
  const { part } = req.words.sign
  return (
    <>
      <h2 id="sign">{part}</h2>
      <TaskList label={part} tasks={all.map((each) => taskOf(each, req))} />
    </>
  )
}

function taskOf(toSign: ToSign, req: PageRequest): Task {
  return {
    id: `task-${toSign.agreement_id}`,
    title: titleOf(toSign, req),
    href: agreementUrl(toSign.agreement_id),
    status: statusOf(toSign, req),
  }
}

function statusOf(toSign: ToSign, req: PageRequest): Task["status"] {
  const words = req.words.sign
  if (toSign.is_signed) return { text: words.signed, done: true }
  if (maySign(req) && mustSign(toSign, req.client.party)) return { text: words.to_sign, tone: "accent" }
  if (req.matter.close_date !== null) return { text: words.ended }
  const names = missingSigners(toSign).map(({ full_name }) => full_name || req.words.person.unnamed.person)
  return { text: words.waiting(new Intl.ListFormat(req.lang).format(names)), tone: "warning" }
}

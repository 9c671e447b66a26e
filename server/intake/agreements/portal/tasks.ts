// The agreements on the home page: a row of its path for each, and one tile for all.

import type { Task } from "../../../web/ui/components/task-list.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import type { Tile } from "../../portal/path/tiles.tsx"
import { mustSign, type ToSign } from "../signing.ts"
import { agreementUrl, maySign, missingSigners, titleOf } from "./to-sign.ts"

export async function signTasks(req: PageRequest): Promise<Task[]> {
  return (await req.loaded.toSign()).map((toSign) => ({
    id: `task-${toSign.agreement_id}`,
    title: titleOf(toSign, req),
    href: agreementUrl(toSign.agreement_id),
    status: statusOf(toSign, req),
  }))
}

/** Leads to the agreement that the reader signs next, or else to the first that waits; undefined if the firm has none. */
export async function signTile(req: PageRequest): Promise<Tile | undefined> {
  const all = await signTasks(req)
  const isOwn = ({ status }: Task) => status.tone === "accent"
  const next = all.find(isOwn) ?? all.find(({ status }) => !status.done) ?? all[0]
  if (!next?.href) return undefined
  const { href, status } = next
  return {
    id: "sign",
    icon: "edit",
    title: req.words.sign.part,
    href,
    state: status.text,
    is_open: isOwn(next),
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

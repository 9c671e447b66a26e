import {
  collectCorrection,
  type NewCorrection,
  requestCorrections,
} from "../server/intake/corrections/requests.ts"
import { listInvitations } from "../server/intake/matters/invitations/invitations.ts"
import type { Tx } from "../server/platform/db/database.ts"
import type { CorrectionRequest } from "./file-shapes.ts"
import type { DemoFirm } from "./firm.ts"
import { found, type MatterKeys, partIn, personIn } from "./keys.ts"

/** Requests corrections, with one email to each client. */
export async function applyCorrections(
  tx: Tx,
  firm: DemoFirm,
  keys: MatterKeys,
  requests: readonly CorrectionRequest[],
): Promise<void> {
  for (const request of requests) await collectCorrection(tx, keys.matter_id, correctionOf(keys, request))
  const live = (await listInvitations(tx, keys.matter_id)).filter(
    ({ revoked_at, email }) => revoked_at === null && email !== "",
  )
  const invitation_ids = firm.mails ? live.map(({ id }) => id) : []
  await requestCorrections(tx, firm, keys.matter_id, { invitation_ids, let_edit: false })
}

function correctionOf(keys: MatterKeys, { words, ...request }: CorrectionRequest): NewCorrection {
  const about = null
  if ("person" in request) return { kind: "contact", record_id: personIn(keys, request.person), about, words }
  if ("asset" in request)
    return { kind: "asset", record_id: found(keys.assets[request.asset], request.asset), about, words }
  return {
    kind: "question",
    record_id: partIn(keys, request.question),
    about: request.of ? personIn(keys, request.of) : null,
    words,
  }
}

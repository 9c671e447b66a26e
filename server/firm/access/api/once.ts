import type { FastifyReply, FastifyRequest } from "fastify"
import type { Tx } from "../../../platform/db/database.ts"
import { respondOnce } from "../../../platform/http/responses/idempotency.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"

/**
 * Runs `work` as `inFirm` does, once per idempotency key of the API key: see `respondOnce`. The saved response is
 * deleted with the matter in the path, or with the one that `matterOf` names.
 */
export function inFirmOnce<Done>(
  {
    request,
    reply,
    ring,
    sent,
  }: { request: FastifyRequest; reply: FastifyReply; ring: KeyRing; sent?: unknown },
  work: (tx: Tx) => Promise<Done>,
  matterOf: (done: Done) => string | null = () =>
    (request.params as { matter_id?: string }).matter_id ?? null,
): Promise<Done> {
  return request.inFirm((tx) =>
    respondOnce({ request, reply, tx, ring, caller: request.keyId(), sent }, () => work(tx), matterOf),
  )
}

// Which callers of the API see sensitive answers in plain text.
import type { FastifyRequest } from "fastify"
import type { Tx } from "../../platform/db/database.ts"
import type { FullAnswer, OnSensitiveRead } from "./listing.ts"
import type { Answer } from "./schema.ts"

interface Listed {
  matter_id: string
  listed: readonly (FullAnswer & { sensitive: boolean })[]
  onSensitiveRead: OnSensitiveRead | undefined
}

/** The answers as the request's key may see them. Records which sensitive ones it sees in plain text. */
export async function showAnswers(
  tx: Tx,
  request: FastifyRequest,
  { matter_id, listed, onSensitiveRead }: Listed,
): Promise<Answer[]> {
  // Read after the list: the key of a read is verified in the same packet.
  const isClear = request.hasScope("answers:sensitive")
  const sensitive_ids = listed.filter((answer) => answer.sensitive).map(({ id }) => id)
  if (isClear && sensitive_ids.length > 0) await onSensitiveRead?.(tx, matter_id, sensitive_ids)
  return listed.map(({ sensitive, ...answer }) =>
    sensitive && !isClear ? { ...answer, value: null } : answer,
  )
}

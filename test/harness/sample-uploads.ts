// Uploads for tests: small files sent as the client of an intake.
import { Readable } from "node:stream"
import {
  type ReceivedDocument,
  receiveDocument,
  type UploadParts,
} from "../../server/intake/documents/uploads/uploads.ts"
import type { SampleIntake } from "./sample-intake.ts"

export type UploadTarget = ({ request_id: string } | { asset_id: string }) & { replaces?: string }

export function upload(
  parts: UploadParts,
  intake: SampleIntake,
  target: UploadTarget,
  filename: string,
  content: string | Buffer,
): Promise<ReceivedDocument> {
  const source = Readable.from([Buffer.from(content)])
  return receiveDocument(parts, intake.client, { matter_id: intake.matter_id, ...target, filename, source })
}

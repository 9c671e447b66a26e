import type { Readable } from "node:stream"
import { DataStore, ERRORS, Upload } from "@tus/server"
import type { ClientIdentity } from "../../../../firm/access/portal.ts"
import { Failure } from "../../../../platform/errors.ts"
import {
  appendPart,
  findUpload,
  removeUpload,
  type UnfinishedParts,
  type UnfinishedUpload,
} from "../../uploads/unfinished-uploads.ts"

/** Buffered in memory until stored, so this is the most a broken connection or a killed process can lose. */
const part_bytes = 2 * 1024 * 1024

/** Stores what tus has received as unfinished uploads. */
export class ResumableStore extends DataStore {
  /** The writes in progress, which may outlast their requests. */
  private readonly storing = new Map<string, Promise<unknown>>()

  constructor(
    private readonly parts: UnfinishedParts,
    private readonly client: () => ClientIdentity,
  ) {
    super()
    this.extensions = ["creation", "termination"]
  }

  /** Does nothing: the naming function of the tus server returns an upload that already has its record. */
  override async create(upload: Upload): Promise<Upload> {
    return upload
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const writing = this.store(source, id, offset)
    const finished = writing.catch(() => undefined)
    this.storing.set(id, finished)
    try {
      return await writing
    } finally {
      if (this.storing.get(id) === finished) this.storing.delete(id)
    }
  }

  /**
   * Reports an upload as complete only once its document is received. Until then the offset stops one byte short, so
   * that the browser sends the last byte again and the server retries.
   */
  override async getUpload(id: string): Promise<Upload> {
    await this.storing.get(id)
    const upload = await this.find(id)
    return new Upload({ id, size: upload.size, offset: offsetOf(upload) })
  }

  override remove(id: string): Promise<void> {
    return removeUpload(this.parts, this.client().firm_id, id)
  }

  private async store(source: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.find(id)
    if (offset !== offsetOf(upload)) throw ERRORS.INVALID_OFFSET
    if (upload.received_bytes === upload.size) {
      for await (const _ of source);
      return upload.size
    }
    const pieces = piecesOf(source)
    let at = offset
    for await (const bytes of pieces.list) {
      at = await appendPart(this.parts, this.client(), upload, at, bytes).catch((error: unknown) => {
        throw error instanceof Failure && error.code === "upload_moved" ? ERRORS.INVALID_OFFSET : error
      })
    }
    if (pieces.failure()) throw pieces.failure()
    return at
  }

  private async find(id: string): Promise<UnfinishedUpload> {
    const { firm_id } = this.client()
    const upload = await this.parts.db.forFirm(firm_id, (tx) => findUpload(tx, this.parts.ring, id))
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }
}

function offsetOf({ document_id, size, received_bytes }: UnfinishedUpload): number {
  return document_id === null ? Math.min(received_bytes, size - 1) : size
}

/** Splits a stream into pieces to store. If the stream fails, yields what had arrived and then reports the error. */
function piecesOf(source: AsyncIterable<Buffer>) {
  let failure: unknown
  async function* list(): AsyncGenerator<Buffer> {
    let chunks: Buffer[] = []
    let bytes = 0
    try {
      for await (const chunk of source) {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes < part_bytes) continue
        const piece = Buffer.concat(chunks, bytes)
        chunks = []
        bytes = 0
        yield piece
      }
    } catch (error) {
      failure = error
    }
    if (bytes > 0) yield Buffer.concat(chunks, bytes)
  }
  return { list: list(), failure: () => failure }
}

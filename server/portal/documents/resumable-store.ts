import type { Readable } from "node:stream"
import { DataStore, ERRORS, Upload } from "@tus/server"
import type { ClientIdentity } from "../../access/portal.ts"
import {
  appendPart,
  findUpload,
  removeUpload,
  type UnfinishedParts,
  type UnfinishedUpload,
} from "../../documents/unfinished.ts"
import { Failure } from "../../platform/errors.ts"

/** What a broken connection, or a killed process, can cost at most. It is held in memory until it is stored. */
const part_bytes = 2 * 1024 * 1024

/** Where tus keeps what has arrived: our unfinished uploads. */
export class ResumableStore extends DataStore {
  /** What this process is still storing, though its request may have ended. */
  private readonly storing = new Map<string, Promise<unknown>>()

  constructor(
    private readonly parts: UnfinishedParts,
    private readonly client: () => ClientIdentity,
  ) {
    super()
    this.extensions = ["creation", "termination"]
  }

  /** The record is there already: whoever names an upload has begun it. */
  override async create(upload: Upload): Promise<Upload> {
    return upload
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const storing = this.store(source, id, offset)
    const finished = storing.catch(() => undefined)
    this.storing.set(id, finished)
    try {
      return await storing
    } finally {
      if (this.storing.get(id) === finished) this.storing.delete(id)
    }
  }

  /**
   * An upload counts as whole once its document is received, no sooner: until then its last byte is asked for again,
   * and with it the receiving is tried again.
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
    if (pieces.fault()) throw pieces.fault()
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

/** What a source holds, in pieces to be stored; of one that breaks off also what had arrived, and then its fault. */
function piecesOf(source: AsyncIterable<Buffer>) {
  let fault: unknown
  async function* list(): AsyncGenerator<Buffer> {
    let held: Buffer[] = []
    let bytes = 0
    try {
      for await (const chunk of source) {
        held.push(chunk)
        bytes += chunk.length
        if (bytes < part_bytes) continue
        const piece = Buffer.concat(held, bytes)
        held = []
        bytes = 0
        yield piece
      }
    } catch (error) {
      fault = error
    }
    if (bytes > 0) yield Buffer.concat(held, bytes)
  }
  return { list: list(), fault: () => fault }
}

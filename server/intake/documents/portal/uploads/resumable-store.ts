import type { Readable } from "node:stream"
import { DataStore, ERRORS, Upload } from "@tus/server"
import type { ClientIdentity } from "../../../../firm/access/portal.ts"
import { Failure } from "../../../../platform/errors.ts"
import { cancelUpload, discardParts } from "../../uploads/canceling.ts"
import { appendStream, offsetOf } from "../../uploads/resuming.ts"
import { findUpload, type UnfinishedParts, type UnfinishedUpload } from "../../uploads/unfinished-uploads.ts"

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

  /** Waits for writes that outlasted their requests. */
  override async getUpload(id: string): Promise<Upload> {
    await this.storing.get(id)
    const upload = await this.find(id)
    return new Upload({ id, size: upload.size, offset: offsetOf(upload) })
  }

  override async remove(id: string): Promise<void> {
    const { firm_id } = this.client()
    const keys = await this.parts.db.forFirm(firm_id, (tx) => cancelUpload(tx, id))
    await discardParts(this.parts, firm_id, keys)
  }

  private async store(source: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.find(id)
    return appendStream(this.parts, this.client(), upload, offset, source).catch((error: unknown) => {
      throw error instanceof Failure && error.code === "upload_moved" ? ERRORS.INVALID_OFFSET : error
    })
  }

  private async find(id: string): Promise<UnfinishedUpload> {
    const { firm_id } = this.client()
    const upload = await this.parts.db.forFirm(firm_id, (tx) => findUpload(tx, this.parts.ring, id))
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }
}

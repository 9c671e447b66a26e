import type { Readable } from "node:stream"
import { DataStore, ERRORS, Upload } from "@tus/server"
import { partSize, writePart } from "./part_file.ts"
import type { Unfinished, UnfinishedUpload } from "./unfinished.ts"

/** Where tus keeps what has arrived: our unfinished uploads. */
export class ResumableStore extends DataStore {
  constructor(
    private readonly unfinished: Unfinished,
    /** What the request that creates an upload said it is for. */
    private readonly announced: () => Omit<UnfinishedUpload, "created_at" | "key_sealed" | "id" | "size">,
  ) {
    super()
    this.extensions = ["creation", "termination"]
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.unfinished.add({ ...this.announced(), id: upload.id, size: upload.size ?? 0 })
    return upload
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { path, key } = this.unfinished.partOf(await this.find(id))
    return writePart(path, key, source, offset)
  }

  /**
   * An upload counts as whole once its document is received, no sooner: until then its last byte is asked for again,
   * and with it the receiving is tried again.
   */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.find(id)
    const { size, created_at: creation_date } = upload
    const offset = upload.is_received
      ? size
      : Math.min(await partSize(this.unfinished.partOf(upload).path), size - 1)
    return new Upload({ id, size, offset, creation_date })
  }

  override remove(id: string): Promise<void> {
    return this.unfinished.remove(id)
  }

  private async find(id: string): Promise<UnfinishedUpload> {
    const upload = await this.unfinished.find(id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }
}

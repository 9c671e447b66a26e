// Files in a bucket of an S3-compatible store. Only `openFileStore` imports this, and only if one is configured.

import { Readable } from "node:stream"
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { checkFileKey } from "../file-keys.ts"
import {
  type ByteRange,
  claimName,
  defaultLimits,
  FileMissing,
  type FileStore,
  type S3Options,
  type StoredFile,
} from "./store.ts"

/** Opens the store in `bucket`, which must exist. Makes no request yet. */
export function openS3Store({
  bucket,
  prefix = "",
  region = "us-east-1",
  endpoint,
  credentials,
  limits = defaultLimits,
}: S3Options): FileStore {
  const clientFor = (requestTimeout: number) =>
    new S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === undefined ? {} : { credentials }),
      // Many stores reject the checksums that the SDK adds by default; our encryption authenticates the bytes.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: limits.connect_ms,
        requestTimeout,
        throwOnRequestTimeout: true,
        // Slow downloads leave the socket idle; bodies have their own limit.
        socketTimeout: 0,
      },
    })
  const client = clientFor(limits.answer_ms)
  const sender = clientFor(limits.piece_ms)

  const placeOf = (key: string) => {
    checkFileKey(key)
    return { Bucket: bucket, Key: prefix + key }
  }
  const claimed = { Bucket: bucket, Key: prefix + claimName }

  async function readClaim(): Promise<string | undefined> {
    try {
      const { Body } = await client.send(new GetObjectCommand(claimed))
      return await Body?.transformToString()
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }

  return {
    async write(key, source) {
      const upload = new Upload({
        client: sender,
        params: { ...placeOf(key), Body: source, ContentType: "application/octet-stream" },
        queueSize: 2,
      })
      try {
        await upload.done()
      } catch (error) {
        source.destroy()
        throw error
      }
    },
    async read(key, range) {
      const place = placeOf(key)
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...place, Range: rangeHeader(range) }))
        if (Body instanceof Readable) return Body
        throw new Error(`The store answered for ${key} without a body.`)
      } catch (error) {
        if (isAnswer(error, 404)) throw new FileMissing(key)
        if (isAnswer(error, 416)) return Readable.from([])
        throw error
      }
    },
    async move(from, to) {
      const [source, target] = [placeOf(from), placeOf(to)]
      try {
        const CopySource = `${encodeURIComponent(bucket)}/${source.Key}`
        await client.send(new CopyObjectCommand({ ...target, CopySource }))
      } catch (error) {
        if (isAnswer(error, 404)) throw new FileMissing(from)
        throw error
      }
      await client.send(new DeleteObjectCommand(source))
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(placeOf(key)))
    },
    list: (start) => listFiles(client, bucket, prefix, start),
    readClaim,
    async claim(text) {
      // Some stores ignore the condition of a conditional write, so read first and never overwrite.
      const before = await readClaim()
      if (before !== undefined && before !== text) return before
      const object = { ...claimed, Body: text, ContentType: "application/json" }
      try {
        await client.send(new PutObjectCommand({ ...object, IfNoneMatch: "*" }))
      } catch (error) {
        // 412: it exists; 409: another writer is writing it now; 501: the store has no conditional writes.
        if (isAnswer(error, 501)) await client.send(new PutObjectCommand(object))
        else if (!isAnswer(error, 412) && !isAnswer(error, 409)) throw error
      }
      const there = await readClaim()
      if (there === undefined) throw new Error("What was just written to the store is not there.")
      return there
    },
  }
}

async function* listFiles(
  client: S3Client,
  bucket: string,
  prefix: string,
  start: string,
): AsyncGenerator<StoredFile> {
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + start, ContinuationToken: token }),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key === undefined || Key === prefix + claimName) continue
      yield { key: Key.slice(prefix.length), size: Size ?? 0, changed_at: LastModified ?? new Date(0) }
    }
    token = page.NextContinuationToken
  } while (token !== undefined)
}

function rangeHeader(range: ByteRange | undefined): string | undefined {
  return range && `bytes=${range.start}-${range.end ?? ""}`
}

function isAnswer(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
}

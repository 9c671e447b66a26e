// Files in a bucket of any S3-compatible store. Imported only by `openFileStore`, and only when one is set.

import { Readable } from "node:stream"
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { checkFileKey } from "./file_keys.ts"
import { type ByteRange, FileMissing, type FileStore, type S3Options, type StoredFile } from "./file_store.ts"

/** Opens the store in `bucket`, which must exist. Makes no request yet. */
export function openS3Store({ bucket, region = "us-east-1", endpoint, credentials }: S3Options): FileStore {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Stores other than Amazon's often refuse the checksums that the SDK adds unasked; ours are in the encryption.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  })

  return {
    async write(key, source) {
      checkFileKey(key)
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: source, ContentType: "application/octet-stream" },
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
      checkFileKey(key)
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, Range: rangeHeader(range) }),
        )
        if (Body instanceof Readable) return Body
        throw new Error(`The store answered for ${key} without a body.`)
      } catch (error) {
        if (isAnswer(error, 404)) throw new FileMissing(key)
        if (isAnswer(error, 416)) return Readable.from([])
        throw error
      }
    },
    async move(from, to) {
      checkFileKey(from)
      checkFileKey(to)
      try {
        await client.send(
          new CopyObjectCommand({
            Bucket: bucket,
            Key: to,
            CopySource: `${encodeURIComponent(bucket)}/${from}`,
          }),
        )
      } catch (error) {
        if (isAnswer(error, 404)) throw new FileMissing(from)
        throw error
      }
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: from }))
    },
    async remove(key) {
      checkFileKey(key)
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    list: (prefix) => listFiles(client, bucket, prefix),
  }
}

async function* listFiles(client: S3Client, bucket: string, prefix: string): AsyncGenerator<StoredFile> {
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined) yield { key: Key, size: Size ?? 0, changed_at: LastModified ?? new Date(0) }
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

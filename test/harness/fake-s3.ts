// The part of the S3 protocol that the store uses, over HTTP on loopback and in memory, for tests.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

export interface FakeS3 {
  endpoint: string
  objects: Map<string, Buffer>
  /** Multipart uploads that were begun and neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>
  /** The status for the next part uploads. */
  failParts: (status: number | undefined) => void
  /** `hang`: accepts requests and never answers; `stall`: starts to send a file and stops; `full`: has no space. */
  behave: (how: "well" | "hang" | "stall" | "full") => void
  close: () => Promise<void>
}

export async function startFakeS3(bucket: string, page_size = 2): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let partStatus: number | undefined
  let manner: "well" | "hang" | "stall" | "full" = "well"
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://s3")
    const key = decodeURIComponent(url.pathname).replace(`/${bucket}`, "").replace(/^\//, "")
    const query = url.searchParams
    const upload = query.get("uploadId")
    const body = await buffer(request)
    if (manner === "hang") return
    if (manner === "full" && request.method === "PUT")
      return void xml(response, "<Error><Code>XMinioStorageFull</Code></Error>", 507)
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256"))
      return void response.writeHead(403).end()
    if (request.headers["content-encoding"]?.includes("aws-chunked"))
      return void response.writeHead(501).end()

    if (request.method === "POST" && query.has("uploads")) {
      const id = `upload-${uploads.size + 1}`
      uploads.set(id, new Map())
      return void xml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (upload !== null && request.method === "PUT") {
      if (partStatus !== undefined) return void response.writeHead(partStatus).end()
      uploads.get(upload)?.set(Number(query.get("partNumber")), body)
      return void response.writeHead(200, { etag: '"part"' }).end()
    }
    if (upload !== null && request.method === "POST") {
      const parts = [...(uploads.get(upload) ?? [])].sort(([a], [b]) => a - b)
      objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)))
      uploads.delete(upload)
      return void xml(
        response,
        `<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
      )
    }
    if (request.method === "DELETE") {
      if (upload === null) objects.delete(key)
      else uploads.delete(upload)
      return void response.writeHead(204).end()
    }
    const source = request.headers["x-amz-copy-source"]
    if (request.method === "PUT" && source !== undefined) {
      const copied = objects.get(decodeURIComponent(String(source)).replace(`${bucket}/`, ""))
      if (copied === undefined) return void xml(response, "<Error><Code>NoSuchKey</Code></Error>", 404)
      objects.set(key, copied)
      return void xml(response, `<CopyObjectResult><ETag>"whole"</ETag></CopyObjectResult>`)
    }
    if (request.method === "PUT") {
      if (request.headers["if-none-match"] === "*" && objects.has(key))
        return void xml(response, "<Error><Code>PreconditionFailed</Code></Error>", 412)
      objects.set(key, body)
      return void response.writeHead(200, { etag: '"whole"' }).end()
    }
    if (key === "") list(response, query)
    else get(response, key, request.headers.range)
  }

  function get(response: ServerResponse, key: string, range: string | undefined): void {
    const object = objects.get(key)
    if (object === undefined) return void xml(response, "<Error><Code>NoSuchKey</Code></Error>", 404)
    if (manner === "stall" && !range?.endsWith("-11"))
      return void response.writeHead(206, { "content-length": object.length }).write(object.subarray(0, 20))
    if (range === undefined) return void response.end(object)
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
    if (Number(start) >= object.length)
      return void xml(response, "<Error><Code>InvalidRange</Code></Error>", 416)
    response.writeHead(206).end(object.subarray(Number(start), end ? Number(end) + 1 : undefined))
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort()
    const from = Number(query.get("continuation-token") ?? 0)
    const items = keys
      .slice(from, from + page_size)
      .map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`)
    const next =
      from + page_size < keys.length
        ? `<NextContinuationToken>${from + page_size}</NextContinuationToken>`
        : ""
    xml(response, `<ListBucketResult>${items.join("")}${next}</ListBucketResult>`)
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    failParts: (status) => {
      partStatus = status
    },
    behave: (how) => {
      manner = how
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function xml(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { "content-type": "application/xml" }).end(`<?xml version="1.0"?>${text}`)
}

// The part of the client that is written by hand: index.js adds a method for each operation of the API.
import { FoyerError, recordsOf } from "./errors.ts"
import type {
  CallOptions,
  FileResponse,
  FoyerOptions,
  Listing,
  NewFile,
  Client as Public,
  RequestOptions,
} from "./public.d.ts"
import { type Sending, send } from "./sending.ts"

export { FoyerError } from "./errors.ts"
export { verifyWebhook } from "./webhooks.ts"

interface Upload {
  id: string
  received_bytes: number
  document_id: string | null
}

/** How an operation is called; its other parameters are the fields of its body. */
interface Operation {
  query?: readonly string[]
  has_body?: boolean
  /** It takes an idempotency key. */
  once?: boolean
  /** Its answer is a file. */
  file?: boolean
  /** The field of a page that holds its records. */
  records?: string
}
type Params = Record<string, unknown>
type Page = Record<string, unknown> & { next: string | null }

/** Small enough to arrive within `timeout_ms` on a slow network. */
const piece_bytes = 1024 * 1024

const repeatable = ["GET", "HEAD", "PUT", "DELETE"]

export class Client implements Public {
  readonly #url: string
  readonly #key: string
  readonly #sending: Sending

  constructor({ url, key, max_retries = 4, timeout_ms = 60_000, fetch = globalThis.fetch }: FoyerOptions) {
    if (!key) throw new TypeError("The client needs an API key, as `key`.")
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new TypeError(
        "The API key has a character that no key has. Copy the whole key, and nothing else.",
      )
    // Throws if it is no address.
    this.#url = new URL(url).href.replace(/\/$/, "")
    this.#key = key
    // Browsers refuse a fetch that is called as a method of another object.
    this.#sending = { fetch: (...args) => fetch(...args), max_retries, timeout_ms }
  }

  request(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { query = {}, body, file, idempotency_key, signal, stream = false } = options
    const search = queryOf(query).toString()
    return send(
      {
        method,
        url: `${this.#url}${path}${search && `?${search}`}`,
        headers: {
          accept: stream ? "*/*" : "application/json",
          authorization: `Token ${this.#key}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(idempotency_key !== undefined && { "idempotency-key": idempotency_key }),
          ...options.headers,
        },
        body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
        signal,
        // A piece of a file has its place.
        is_repeatable: repeatable.includes(method) || idempotency_key !== undefined || file !== undefined,
        stream,
      },
      this.#sending,
    )
  }

  async download(
    document: string | { document_id: string },
    options: CallOptions = {},
  ): Promise<FileResponse> {
    const id = typeof document === "string" ? document : document.document_id
    // Links in lists work for ten minutes only, so each download has a new one.
    const found = await this.request("GET", `/v1/documents/${encodeURIComponent(id)}`, options)
    const { download_url } = (await found.json()) as { download_url: string }
    const link = { method: "GET", url: download_url, headers: options.headers ?? {}, signal: options.signal }
    const response = await send({ ...link, is_repeatable: true, stream: true }, this.#sending)
    return response as FileResponse
  }

  async upload({ matter_id, file, ...about }: NewFile, options: CallOptions = {}): Promise<unknown> {
    const blob = file instanceof Blob ? file : new Blob([file])
    const list = fillPath("/v1/matters/{matter_id}/uploads", { matter_id })
    const read = async (path: string) => (await this.request("GET", path, options)).json()
    const idempotency_key = options.idempotency_key ?? crypto.randomUUID()
    const body = { ...about, size: blob.size }
    const created = await this.request("POST", list, { ...options, idempotency_key, body })
    let upload: Upload = await created.json()
    const path = `${list}/${upload.id}`
    while (upload.document_id === null) {
      const from = upload.received_bytes
      const headers = { ...options.headers, "upload-offset": String(from) }
      const piece = { ...options, headers, file: blob.slice(from, from + piece_bytes), stream: true }
      await this.request("PATCH", path, piece).catch((error: unknown) => {
        // More has arrived than was answered.
        if (!(error instanceof FoyerError && error.code === "upload_moved")) throw error
      })
      upload = await read(path)
    }
    return read(`/v1/documents/${upload.document_id}`)
  }

  /** Calls an operation, for the generated methods. */
  async call(
    method: string,
    path: string,
    operation: Operation,
    params: Params = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const { once = false, file = false } = operation
    const response = await this.request(method, fillPath(path, params), {
      ...options,
      ...splitParams(path, operation, params),
      idempotency_key: options.idempotency_key ?? (once ? crypto.randomUUID() : undefined),
      stream: file,
    })
    return file ? response : response.json()
  }

  /** Calls an operation that returns pages, for the generated methods. */
  list(
    method: string,
    path: string,
    operation: Operation,
    params: Params = {},
    options?: CallOptions,
  ): Listing<unknown, unknown> {
    const read = (page: Params) => this.call(method, path, operation, page, options) as Promise<Page>
    const first = read(params)
    return Object.assign(first, {
      async *[Symbol.asyncIterator]() {
        let page: Page | undefined = await first
        let requested = params
        while (page) {
          const records = recordsOf<Params>(page, operation.records ?? "results")
          yield* records
          if (page.next === null) return
          requested = nextParams(requested, page.next, records.at(-1), operation)
          page = await read(requested).catch(undefinedPastEnd)
        }
      },
    })
  }
}

/** After the last record where the operation can go on from there, because new records shift numbered pages. */
function nextParams(params: Params, next: string, last: Params = {}, { query = [] }: Operation): Params {
  const id = last.id ?? last.event_id
  if (query.includes("starting_after") && params.sort === undefined && id !== undefined)
    return { ...params, page: undefined, starting_after: id }
  return { ...params, page: new URL(next).searchParams.get("page") }
}

/** The last page may have gone since the one before it was read. */
function undefinedPastEnd(error: unknown): undefined {
  if (!(error instanceof FoyerError && error.status === 404)) throw error
}

const placeholder = /\{(\w+)\}/g

function fillPath(path: string, params: Params): string {
  return path.replace(placeholder, (_, name: string) => {
    const value = params[name]
    // A dot stands for a folder in an address, and would reach another operation.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new TypeError(`\`${name}\` is missing: give the id of a record.`)
    return encodeURIComponent(value)
  })
}

/** Which parameters stand in the query and which in the body. Throws on one that the operation does not know. */
function splitParams(path: string, { query = [], has_body = false }: Operation, params: Params) {
  const inPath = [...path.matchAll(placeholder)].map(([, name]) => name)
  const others = Object.entries(params).filter(
    ([name, value]) => !inPath.includes(name) && value !== undefined,
  )
  const [queried, rest] = [true, false].map((wanted) =>
    others.filter(([name]) => query.includes(name) === wanted),
  ) as [[string, unknown][], [string, unknown][]]
  const [[unknown] = []] = has_body ? [] : rest
  if (unknown !== undefined) throw new TypeError(`There is no parameter \`${unknown}\`.`)
  return { query: Object.fromEntries(queried), body: has_body ? Object.fromEntries(rest) : undefined }
}

function queryOf(query: Params): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one))
  return search
}

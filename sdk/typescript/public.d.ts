// The types of what is written by hand in this package; index.d.ts adds what the API describes of itself.

export interface FoyerOptions {
  /** Where Foyer is, such as `https://intake.firm.example`. */
  url: string
  /** An API key of the firm. */
  key: string
  /** How often a request is sent again after it got no answer, or a passing refusal. 4 unless given; 0 for never. */
  max_retries?: number | undefined
  /** How long one attempt may take until its answer begins, and for JSON ends. 60,000 unless given. */
  timeout_ms?: number | undefined
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof globalThis.fetch | undefined
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** A key of your own for a POST that may be sent again, by another process too. A random one unless given. */
  idempotency_key?: string | undefined
  headers?: Record<string, string> | undefined
}

export interface RequestOptions extends CallOptions {
  query?: Record<string, unknown> | undefined
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, in place of `body`. */
  file?: Blob | undefined
  /** Leaves the body of a success unread, for you to stream. */
  stream?: boolean | undefined
}

/** `await` gives the page that was requested; `for await` gives every record from there on, page after page. */
export type Listing<Page, Item> = Promise<Page> & AsyncIterable<Item>

/** A file: stream its body, or read it with `arrayBuffer`. */
export type FileResponse = Response & { readonly body: ReadableStream<Uint8Array> }

/** A file for a matter, and what it is: see Add Document to Matter. */
export interface NewFile {
  matter_id: string
  /** Bytes, or a file: `await openAsBlob("Will.pdf")` in Node. */
  file: Blob | Uint8Array<ArrayBuffer>
  filename?: string | undefined
  request_id?: string | undefined
  asset_id?: string | undefined
  label?: string | undefined
  sha256?: string | undefined
}

export declare class Client {
  constructor(options: FoyerOptions)
  /** One request to any path, with the key, retries, and errors as everywhere. The response is a success, or a 304. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>
  /** The bytes of an uploaded file, by its record or id. Read `body`, a stream. */
  download(document: string | { document_id: string }, options?: CallOptions): Promise<FileResponse>
}

export interface Fault {
  param: string
  code: string
  message: string
}

/** What went wrong, with the fields of the API's problem (RFC 9457). */
export declare class FoyerError extends Error {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  /** Stable, for programs: the API's own, `unreachable` without an answer, `webhook_refused` by `verifyWebhook`. */
  readonly code: string
  readonly title: string
  readonly detail: string
  /** Where the error is described. */
  readonly type: string
  /** Quote it when you ask for help. */
  readonly request_id: string
  /** Every fault of the request, with status 400. */
  readonly errors: readonly Fault[]
  readonly retry_after_s: number | undefined
}

export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>

/**
 * Checks a webhook (Standard Webhooks 1.0) and returns its event; throws a `FoyerError` with status 400 unless it is
 * genuine and at most five minutes old. `body` is the body as it arrived, not parsed. While a secret is being rotated,
 * give both.
 */
export type VerifyWebhook<WebhookEvent> = (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options?: { max_age_s?: number | undefined },
) => Promise<WebhookEvent>

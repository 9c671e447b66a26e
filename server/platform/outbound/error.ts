export type OutboundCode =
  | "url_too_long"
  | "url_malformed"
  | "scheme_not_allowed"
  | "credentials_in_url"
  | "http_not_allowed"
  | "private_address"
  | "host_not_found"
  | "lookup_failed"
  | "header_not_allowed"
  | "connection_failed"
  | "tls_failed"
  | "answer_malformed"
  | "timeout"
  | "aborted"

/** Thrown when a request was not sent or got no complete response. `message` is a sentence for the firm's staff. */
export class OutboundError extends Error {
  readonly code: OutboundCode

  constructor(code: OutboundCode, message: string) {
    super(message)
    this.name = "OutboundError"
    this.code = code
  }
}

/** Converts an error from a socket, TLS or the HTTP parser to an OutboundError. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const code = findSystemCode(error)
  if (/^(HPE_|ERR_HTTP_)/.test(code)) {
    return new OutboundError("answer_malformed", `The receiver's response is not valid HTTP (${code}).`)
  }
  if (
    /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|HOSTNAME_MISMATCH)/.test(
      code,
    )
  ) {
    return new OutboundError(
      "tls_failed",
      `No secure connection: the receiver's certificate or TLS configuration was rejected (${code}). Check its certificate.`,
    )
  }
  return new OutboundError("connection_failed", `The connection to the receiver failed (${code}).`)
}

/** Connecting to several addresses of one name fails with an AggregateError; its parts hold the codes. */
function findSystemCode(error: unknown): string {
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "no details"
}

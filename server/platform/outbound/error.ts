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

/** Why nothing was sent, or no whole answer came back; `message` is a sentence fit for the firm's staff. */
export class OutboundError extends Error {
  readonly code: OutboundCode

  constructor(code: OutboundCode, message: string) {
    super(message)
    this.name = "OutboundError"
    this.code = code
  }
}

/** The outbound error behind whatever a socket, TLS or the HTTP parser threw. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const code = findSystemCode(error)
  if (/^(HPE_|ERR_HTTP_)/.test(code)) {
    return new OutboundError("answer_malformed", `The receiver's answer is not proper HTTP (${code}).`)
  }
  if (
    /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|HOSTNAME_MISMATCH)/.test(
      code,
    )
  ) {
    return new OutboundError(
      "tls_failed",
      `No secure connection: the receiver's certificate or TLS setup is not accepted (${code}). Check its certificate.`,
    )
  }
  return new OutboundError("connection_failed", `The connection to the receiver failed (${code}).`)
}

/** Trying several addresses of one name fails with an AggregateError, whose parts say what happened. */
function findSystemCode(error: unknown): string {
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "no details"
}

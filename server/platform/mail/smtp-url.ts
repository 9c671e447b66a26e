export interface SmtpServer {
  host: string
  port: number
  /** TLS from the start; otherwise the connection is upgraded if the server supports it. */
  secure: boolean
  /** Fail rather than send over a connection that could not be upgraded to TLS. */
  requireTLS: boolean
  auth?: { user: string; pass: string }
}

/**
 * Parses `smtp[s]://user:password@host:port`. Signing in to another machine requires TLS unless the URL ends with
 * `?requireTLS=false`. Throws an error that never contains the password.
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    throw new Error(
      "FOYER_SMTP_URL must be an address such as smtp://host or smtps://user:password@host:465.",
    )
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const secure = url.protocol === "smtps:"
  const isLoopback = host === "localhost" || host === "::1" || host.startsWith("127.")
  const wanted = url.searchParams.get("requireTLS")
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: wanted === null ? url.username !== "" && !isLoopback : wanted !== "false",
    ...(url.username === ""
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  }
}

// Sends email through the operator's SMTP server. Without one it sends nothing, and the caller leaves the email in the
// outbox.
import { connect } from "node:net"
import type { SendMailOptions, Transporter } from "nodemailer"
import { BadMailAddress, oneLine, parseSender, requireAddress, type Sender } from "./addresses.ts"
import { readSmtpUrl } from "./smtp-url.ts"

export interface Mail {
  /** One address, without a display name. */
  to: string
  subject: string
  text: string
  html: string
  /** Replaces the sender's display name, for example with the firm's. */
  from_name?: string | undefined
  /** Where replies go, if not to the sender. */
  reply_to?: string | undefined
  /** Our id of this email. It is the same for every attempt, so that a server can detect duplicates. */
  id?: string | undefined
}

export interface Mailer {
  /** False if there is no SMTP server; `send` then always returns `{delivered: false}`. */
  readonly is_sending: boolean
  /**
   * Throws `MailFailed` if the address is malformed, the server refuses, or it does not accept within `timeout_ms`, and
   * `MailServerAway` if it is not there.
   */
  send(mail: Mail): Promise<{ delivered: boolean }>
  /** Whether the server takes connections. */
  isThere(): Promise<boolean>
  close(): void
}

/** Thrown when an email was not accepted; `permanent` if a retry would fail as well. */
export class MailFailed extends Error {
  override name = "MailFailed"
  constructor(
    message: string,
    readonly permanent: boolean,
  ) {
    super(message)
  }
}

/** Thrown while no email can be sent, whichever it is. */
export class MailServerAway extends MailFailed {
  override name = "MailServerAway"
}

export interface MailerOptions {
  /** `smtp://` (port 587) or `smtps://` (port 465), with user and password if required. */
  smtp_url?: string | undefined
  /** `Name <address>` or an address. */
  from: string
  /** Limits one complete delivery. */
  timeout_ms?: number
}

/** Creates a mailer without connecting. Throws if the settings are malformed. */
export function openMailer({ smtp_url, from, timeout_ms = 30_000 }: MailerOptions): Mailer {
  const sender = parseSender(from)
  if (!smtp_url)
    return {
      is_sending: false,
      send: async () => ({ delivered: false }),
      isThere: async () => true,
      close: () => undefined,
    }

  const options = {
    ...readSmtpUrl(smtp_url),
    connectionTimeout: 5_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    dnsTimeout: 5_000,
    // Nothing in an email may make this process read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let transport: Promise<Transporter> | undefined
  // Loaded with the first email: it takes megabytes of memory.
  const opened = () => {
    transport ??= import("nodemailer").then(({ createTransport }) => createTransport(options))
    return transport
  }

  return {
    is_sending: true,
    isThere: () => canConnect(options),
    async send(mail) {
      // Aborting also closes the connection, which a server that keeps talking would hold open.
      const signal = AbortSignal.timeout(timeout_ms)
      try {
        await (await opened()).sendMail({ ...messageOf(mail, sender), signal })
        return { delivered: true }
      } catch (error) {
        const failure = failureOf(signal.aborted ? tooSlow(timeout_ms) : error)
        if (failure.permanent || (!wasRefused(error) && (await canConnect(options)))) throw failure
        throw new MailServerAway(failure.message, false)
      }
    },
    close: () => void transport?.then((open) => open.close()),
  }
}

/** The server may be back by now; it was away for this email. */
function wasRefused(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "connect"
}

const connect_ms = 2_000

function canConnect({ host, port }: { host: string; port: number }): Promise<boolean> {
  const socket = connect({ host, port, timeout: connect_ms })
  return new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true))
    socket.once("error", () => resolve(false))
    socket.once("timeout", () => resolve(false))
  }).finally(() => socket.destroy())
}

function messageOf(
  { to, subject, text, html, from_name, reply_to, id }: Mail,
  sender: Sender,
): SendMailOptions {
  return {
    to: { name: "", address: requireAddress(to) },
    from: { name: oneLine(from_name ?? sender.name), address: sender.address },
    ...(reply_to === undefined ? {} : { replyTo: { name: "", address: requireAddress(reply_to) } }),
    ...(id === undefined ? {} : { messageId: `<${id.replace(/[^\w.-]/g, "")}@${sender.domain}>` }),
    subject: oneLine(subject),
    text,
    html,
    // Quoted-printable breaks long lines, and some mail programs then open only the first half of a link.
    encoding: "base64",
    // RFC 3834: suppresses automatic replies such as out-of-office notices.
    headers: { "Auto-Submitted": "auto-generated" },
  }
}

function tooSlow(timeout_ms: number): Error {
  return new Error(`The mail server took longer than ${timeout_ms / 1000} s.`)
}

/** RFC 5321 §4.2.1: a 5yz reply is permanent. A failed sign-in is not: the operator can fix it. */
function failureOf(error: unknown): MailFailed {
  const { message, responseCode, code } = error as Error & { responseCode?: number; code?: string }
  const isRefused = (responseCode ?? 0) >= 500 && code !== "EAUTH"
  const failure = new MailFailed(oneLine(message), isRefused || error instanceof BadMailAddress)
  failure.cause = error
  return failure
}

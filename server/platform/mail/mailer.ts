// Hands mail to the SMTP server that the operator named. Without one nothing is sent: whoever keeps an outbox keeps
// the mail there.
import type { SendMailOptions, Transporter } from "nodemailer"
import { BadMailAddress, oneLine, parseSender, requireAddress, type Sender } from "./addresses.ts"
import { readSmtpUrl } from "./smtp-url.ts"

export interface Mail {
  /** One address, without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** Shown in place of the sender's own name, e.g. the firm's. */
  from_name?: string | undefined
  /** Where an answer goes, when not to the sender. */
  reply_to?: string | undefined
  /** Our own id of this mail; the same over all tries, so that a server that got it twice can tell. */
  id?: string | undefined
}

export interface Mailer {
  /** False: there is no SMTP server, `send` always answers `{delivered: false}`. */
  readonly is_sending: boolean
  /** Throws `MailFailed`: no such address, the server refused, or it could not be reached within `timeout_ms`. */
  send(mail: Mail): Promise<{ delivered: boolean }>
  close(): void
}

/** Thrown when a mail was not accepted; `permanent` when another try would fail just the same. */
export class MailFailed extends Error {
  override name = "MailFailed"
  constructor(
    message: string,
    readonly permanent: boolean,
  ) {
    super(message)
  }
}

export interface MailerOptions {
  /** `smtp://` (port 587) or `smtps://` (port 465), with user and password where the server wants them. */
  smtp_url?: string | undefined
  /** `Name <address>` or an address. */
  from: string
  /** Bounds one whole delivery. */
  timeout_ms?: number
}

/** Makes a mailer; throws at once when the settings cannot be right, and opens no connection yet. */
export function openMailer({ smtp_url, from, timeout_ms = 30_000 }: MailerOptions): Mailer {
  const sender = parseSender(from)
  if (!smtp_url)
    return { is_sending: false, send: async () => ({ delivered: false }), close: () => undefined }

  const options = {
    ...readSmtpUrl(smtp_url),
    connectionTimeout: Math.min(5_000, timeout_ms),
    greetingTimeout: Math.min(10_000, timeout_ms),
    socketTimeout: Math.min(15_000, timeout_ms),
    dnsTimeout: Math.min(5_000, timeout_ms),
    // Nothing in a mail may make this process read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let transport: Promise<Transporter> | undefined
  // Loaded with the first mail: it takes megabytes of memory.
  const opened = () => {
    transport ??= import("nodemailer").then(({ createTransport }) => createTransport(options))
    return transport
  }

  return {
    is_sending: true,
    async send(mail) {
      // Ends the connection too: a server that keeps talking would hold it for as long as it likes.
      const signal = AbortSignal.timeout(timeout_ms)
      try {
        await (await opened()).sendMail({ ...messageOf(mail, sender), signal })
        return { delivered: true }
      } catch (error) {
        throw failureOf(signal.aborted ? tooSlow(timeout_ms) : error)
      }
    },
    close: () => void transport?.then((open) => open.close()),
  }
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
    // RFC 3834: keeps absence notes and other robots from answering.
    headers: { "Auto-Submitted": "auto-generated" },
  }
}

function tooSlow(timeout_ms: number): Error {
  return new Error(`The mail server took longer than ${timeout_ms / 1000} s.`)
}

/** RFC 5321 §4.2.1: a 5yz answer to this mail is final. Refused sign-ins are the operator's to mend, not final. */
function failureOf(error: unknown): MailFailed {
  const { message, responseCode, code } = error as Error & { responseCode?: number; code?: string }
  const isRefused = (responseCode ?? 0) >= 500 && code !== "EAUTH"
  const failure = new MailFailed(oneLine(message), isRefused || error instanceof BadMailAddress)
  failure.cause = error
  return failure
}

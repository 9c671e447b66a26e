// Scanning what clients send with ClamAV's daemon, while it passes through (clamd's protocol, INSTREAM).
import { connect, type Socket } from "node:net"
import { Transform } from "node:stream"
import { Failure } from "../errors.ts"

export interface Scanner {
  /**
   * A stream that passes everything on, and ends only once the scanner has found nothing. It fails with `VirusFound`,
   * with `TooLargeToScan`, or, where the scanner is away, as unavailable.
   */
  scan(): Transform
  /** Whether the scanner answers within its limit. */
  isThere(): Promise<boolean>
}

/** Thrown for a file in which something was found. */
export class VirusFound extends Error {
  override name = "VirusFound"
  constructor(readonly signature: string) {
    super(`The scanner found ${signature}.`)
  }
}

/** Thrown for a file of more bytes than the scanner takes. */
export class TooLargeToScan extends Error {
  override name = "TooLargeToScan"
  constructor() {
    super("The file is larger than StreamMaxLength in clamd.conf. Set that to 100M or more.")
  }
}

export interface ScannerLimits {
  connect_ms: number
  /** From the last byte to the verdict. */
  verdict_ms: number
}

/** `address` is `host:port`, or the path of a socket. Connects only when there is something to scan. */
export function openScanner(
  address: string,
  limits: ScannerLimits = { connect_ms: 3_000, verdict_ms: 60_000 },
): Scanner {
  async function isThere(): Promise<boolean> {
    const session = openSession(address, limits.connect_ms)
    session.socket.write("zPING\0")
    session.endAfter(limits.connect_ms)
    const answer = await session.answer.catch(() => "")
    return answer === "PONG"
  }
  return {
    isThere,
    scan: () => scanOver(openSession(address, limits.connect_ms), limits.verdict_ms, isThere),
  }
}

interface Session {
  socket: Socket
  /** What the scanner says in the end; rejects as unavailable where it goes away without a word. */
  answer: Promise<string>
  /** It was given up, rather than that it hung up. */
  isLate(): boolean
  /** From now on it has so many milliseconds to say it. */
  endAfter(limit_ms: number): void
}

function openSession(address: string, connect_ms: number): Session {
  const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(address) ?? []
  const socket = address.startsWith("/") ? connect(address) : connect(Number(port), host)
  let isLate = false
  const late = () => {
    isLate = true
    socket.destroy(new Error("The virus scanner does not answer."))
  }
  // Timers of our own: the socket's one would be taken for both, and a connection that comes late would end it.
  const connecting = setTimeout(late, connect_ms)
  let waiting: NodeJS.Timeout | undefined
  socket.once("connect", () => clearTimeout(connecting))
  socket.once("close", () => {
    clearTimeout(connecting)
    clearTimeout(waiting)
  })
  let told = ""
  const answer = new Promise<string>((resolve, reject) => {
    socket.on("data", (piece) => {
      told += piece.toString("utf8")
      if (told.endsWith("\0")) {
        resolve(told.slice(0, -1))
        socket.destroy()
      } else if (told.length > 10_000) socket.destroy(new Error("The virus scanner says too much."))
    })
    socket.once("error", (error) => reject(unavailable(error)))
    socket.once("close", () => reject(unavailable(new Error("The virus scanner hung up."))))
  })
  // Who waits for it hears of it; unheard, a rejection would end the process.
  answer.catch(() => undefined)
  return {
    socket,
    answer,
    isLate: () => isLate,
    endAfter(limit_ms) {
      if (!socket.destroyed) waiting = setTimeout(late, limit_ms)
    },
  }
}

/** No scanner's limit is as low as this. */
const least_limit_bytes = 1024 * 1024

function scanOver(
  { socket, answer, endAfter, isLate }: Session,
  verdict_ms: number,
  isThere: () => Promise<boolean>,
): Transform {
  let sent_bytes = 0
  // clamd says that a file is too large and hangs up at once: where bytes were on their way to it, the word is lost.
  const verdict = answer.then(refuseUnlessClean, async (error: unknown) => {
    const isFile = sent_bytes > least_limit_bytes && !isLate() && (await isThere())
    throw isFile ? new TooLargeToScan() : error
  })
  verdict.catch(() => undefined)
  // Each piece goes out with its length in front; an empty one is the end.
  const send = (piece: Buffer): Promise<void> | undefined => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    sent_bytes += piece.length
    const isTaken = socket.write(Buffer.concat([length, piece]))
    if (isTaken) return undefined
    // Whatever comes first: room for more, or an answer before the end, which is never good news.
    return new Promise((resolve, reject) => {
      socket.once("drain", resolve)
      verdict.then(() => resolve(), reject)
    })
  }
  let isBegun = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isBegun) socket.write("zINSTREAM\0")
      isBegun = true
      if (chunk.length === 0) return done(null, chunk)
      const sent = socket.destroyed ? verdict : send(chunk)
      if (!sent) return done(null, chunk)
      sent.then(() => done(null, chunk), done)
    },
    flush(done) {
      if (!isBegun) {
        socket.destroy()
        return done()
      }
      if (!socket.destroyed) {
        endAfter(verdict_ms)
        void send(Buffer.alloc(0))?.catch(() => undefined)
      }
      verdict.then(() => done(), done)
    },
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
}

function refuseUnlessClean(answer: string): void {
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (signature !== undefined) throw new VirusFound(signature)
  if (/size limit exceeded/.test(answer)) throw new TooLargeToScan()
  if (answer !== "stream: OK") throw unavailable(new Error(`The virus scanner said: ${answer.slice(0, 200)}`))
}

function unavailable(cause: unknown): Failure {
  const detail = "Files cannot be checked for viruses right now, so none is taken. Try again in a minute."
  const failure = new Failure("unavailable", "scanner_unavailable", detail, undefined, 30)
  failure.cause = cause
  return failure
}

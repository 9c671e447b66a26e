// Scans uploads with ClamAV's daemon while they stream through (clamd's protocol, INSTREAM).
import { connect, type Socket } from "node:net"
import { Transform } from "node:stream"
import { type Failure, unavailable } from "../errors.ts"

export interface Scanner {
  /**
   * Returns a stream that passes everything through, and ends only once the scanner has found nothing. It fails with
   * `VirusFound`, with `TooLargeToScan`, or as "unavailable" if the scanner is down.
   */
  scan(): Transform
  /** Whether the scanner responds within its limit. */
  isThere(): Promise<boolean>
}

/** Thrown for an infected file. */
export class VirusFound extends Error {
  override name = "VirusFound"
  constructor(readonly signature: string) {
    super(`The scanner found ${signature}.`)
  }
}

/** Thrown for a file larger than the scanner accepts. */
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

/** `address` is `host:port` or the path of a socket. Connects only to scan. */
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
  /** The scanner's response; rejects as "unavailable" if it disconnects without one. */
  answer: Promise<string>
  /** Whether it timed out, rather than disconnected. */
  isLate(): boolean
  /** Sets the time limit for the response. */
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
  // Separate timers: the socket's own timeout would cover both phases, and end a connection that comes up late.
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
    socket.once("error", (error) => reject(scannerUnavailable(error)))
    socket.once("close", () => reject(scannerUnavailable(new Error("The virus scanner hung up."))))
  })
  // Callers that await it see the rejection; unhandled, it would end the process.
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

/** No scanner has a limit as low as this. */
const least_limit_bytes = 1024 * 1024

function scanOver(
  { socket, answer, endAfter, isLate }: Session,
  verdict_ms: number,
  isThere: () => Promise<boolean>,
): Transform {
  let sent_bytes = 0
  // clamd reports that a file is too large and disconnects at once; if bytes were still in transit, its message is
  // lost.
  const verdict = answer.then(refuseUnlessClean, async (error: unknown) => {
    const isFile = sent_bytes > least_limit_bytes && !isLate() && (await isThere())
    throw isFile ? new TooLargeToScan() : error
  })
  verdict.catch(() => undefined)
  // Each piece is prefixed with its length; an empty one marks the end.
  const send = (piece: Buffer): Promise<void> | undefined => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    sent_bytes += piece.length
    const isTaken = socket.write(Buffer.concat([length, piece]))
    if (isTaken) return undefined
    // Wait for whichever comes first: room to write more, or an early response, which always means rejection.
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
  if (answer !== "stream: OK")
    throw scannerUnavailable(new Error(`The virus scanner said: ${answer.slice(0, 200)}`))
}

function scannerUnavailable(cause: unknown): Failure {
  const detail = "Files cannot be checked for viruses right now, so none is taken. Try again in a minute."
  return unavailable("scanner_unavailable", detail, 30).because(cause)
}

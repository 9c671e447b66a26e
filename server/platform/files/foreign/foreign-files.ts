// Files that people send are read in child processes, one for each file, which end with it. A hostile file may abort its
// process, use up the process's memory or never end: that costs whoever sent it a sentence, and nobody else anything.
// Nothing of one file is left when the next is read, and while nobody sends files there is no process.
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { badRequest } from "../../errors.ts"
import type { LastMessage } from "./child.ts"
import { openFairLine, type Sender } from "./fair-line.ts"

/** How one kind of file is read. */
export interface Reader {
  /** The child's program, which calls `answerParent`. */
  program: URL
  /** For the log. */
  kind: string
  timeout_ms: number
  max_heap_mb: number
}

type Message<Result> = LastMessage<Result> | { requested: object }
type Answer = (requested: never) => Promise<unknown>

/** Each may need hundreds of megabytes while it runs. */
const inLine = openFairLine({ all: 3, of_firm: 2, of_sender: 1, waiting_of_sender: 20 })
const running = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL")
})

type Log = { warn: (about: object, message: string) => void }
let log: Log | undefined

/** Where processes that had to be ended are reported. */
export function reportForeignFilesTo(given: Log): void {
  log = given
}

/**
 * Lets the reader's program read what is `given`; `answer` answers what it asks for meanwhile. Returns undefined if its
 * process fails, ends, or reaches a limit. Throws "bad request" for a file that the program refuses, and what `answer`
 * throws.
 */
export function readForeignFile<Result>(
  reader: Reader,
  sender: Sender,
  given: object,
  answer: Answer = async () => undefined,
): Promise<Result | undefined> {
  return inLine(sender, () => readNow<Result>(reader, sender, given, answer))
}

async function readNow<Result>(
  reader: Reader,
  { firm_id }: Sender,
  given: object,
  answer: Answer,
): Promise<Result | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>()
  const child = start(reader)
  running.add(child)
  const giveUp = (reason: string) => {
    log?.warn({ firm_id, file_kind: reader.kind, reason }, "a file was not read: its process was ended")
    resolve(undefined)
  }
  const timer = setTimeout(giveUp, reader.timeout_ms, "time")
  const watch = setInterval(async () => {
    if ((await residentMegabytes(child.pid)) > reader.max_heap_mb + outside_heap_mb) giveUp("memory")
  }, watch_ms)
  const send = (message: unknown) => child.connected && child.send(message as object, () => undefined)
  child.on("message", async (message: Message<Result>) => {
    try {
      if ("requested" in message) send(await answer(message.requested as never))
      else if ("result" in message) resolve(message.result)
      else if ("refused" in message) reject(badRequest(message.refused))
      else reject(new Error(`A file could not be read (${reader.kind}): ${message.failed}`))
    } catch (error) {
      reject(error)
    }
  })
  child.on("error", () => giveUp("start"))
  // Its last message may arrive in the same moment. Once there is a result, this says nothing.
  let isOver = false
  child.on("close", (_, signal) => setImmediate(() => isOver || giveUp(signal ?? "ended")))
  send(given)
  return promise.finally(() => {
    isOver = true
    clearTimeout(timer)
    clearInterval(watch)
    running.delete(child)
    child.kill("SIGKILL")
  })
}

/** Node's code, and the file itself while it is unpacked. */
const outside_heap_mb = 256
/** What V8 reserves at its start without using it counts for the kernel's limit. */
const reserved_mb = 768
const watch_ms = 100

/**
 * The kernel ends what this process no longer can: a child that allocates faster than anyone looks, or that runs on when
 * this process was killed. If memory runs out nevertheless, the child goes first.
 */
const limited =
  'ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; echo 1000 > /proc/self/oom_score_adj; shift 2; exec "$@" 2>&1'

function start({ program, timeout_ms, max_heap_mb }: Reader): ChildProcess {
  const node = [
    process.execPath,
    `--max-old-space-size=${max_heap_mb}`,
    // It may neither write files nor start processes.
    "--permission",
    "--allow-fs-read=*",
    fileURLToPath(program),
  ]
  const limits = [
    `${(reserved_mb + max_heap_mb + outside_heap_mb) * 1024}`,
    `${Math.ceil(timeout_ms / 1000) * 2}`,
  ]
  const [command = "", ...words] = hasShell ? ["/bin/sh", "-c", limited, "sh", ...limits, ...node] : node
  return spawn(command, words, {
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  })
}

const hasShell = process.platform !== "win32" && existsSync("/bin/sh")

/** Zero where the system doesn't say. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "")
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}

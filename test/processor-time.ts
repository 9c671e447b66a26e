// Measures the processor time of a test run: of this process and everything started from it, however indirectly,
// databases and browsers included. It looks at the process table several times a second. What a process spent after the
// last look is counted only if its parent waited for it, so a total may be a percent or two too low; without /proc, what
// shorter processes spent is missing.
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

interface Row {
  pid: number
  parent: number
  program: string
  own_ms: number
  /** What the children it has waited for spent, and theirs. */
  waited_ms: number
}

interface Seen extends Row {
  is_running: boolean
  children: Seen[]
}

export interface ProcessorTime {
  total_ms: number
  /** The same total by program, and by test file. */
  of_programs: [program: string, ms: number][]
  of_files: [file: string, ms: number][]
  /** What each file started itself, by program: the database, which they share, is missing. */
  of_programs_of: (file: string) => [program: string, ms: number][]
}

const has_proc = process.platform === "linux"
const interval_ms = has_proc ? 400 : 1_500
/** Linux counts in hundredths of a second, whatever its timer's frequency. */
const tick_ms = 10

/** Starts to measure; `fileOf` names the test file that a process, which this one started, runs at the moment. */
export function measureProcessorTime(fileOf: (pid: number) => string | undefined): () => ProcessorTime {
  let seen = new Map<number, Seen>()
  const everything: Seen[] = []
  const ofFiles = new Map<string, Map<string, number>>()
  const before = new Map<Seen, Map<string, number>>()
  const look = () => {
    seen = lookAgain(seen, everything)
    for (const child of seen.get(process.pid)?.children ?? []) {
      const file = child.is_running ? fileOf(child.pid) : undefined
      if (file === undefined) continue
      const spent = timesOf(child)
      const ofFile = ofFiles.get(file) ?? new Map<string, number>()
      for (const [program, ms] of spent) add(ofFile, program, ms - (before.get(child)?.get(program) ?? 0))
      ofFiles.set(file, ofFile)
      before.set(child, spent)
    }
  }
  look()
  const timer = setInterval(look, interval_ms)
  return () => {
    clearInterval(timer)
    look()
    const ofPrograms = new Map<string, number>()
    for (const one of everything) add(ofPrograms, one.program, one.own_ms + unseenTimeOf(one))
    const sorted = (times: Map<string, number>) => [...times].sort(([, one], [, other]) => other - one)
    return {
      total_ms: everything.reduce((sum, one) => sum + one.own_ms + unseenTimeOf(one), 0),
      of_programs: sorted(ofPrograms),
      of_files: sorted(new Map([...ofFiles].map(([file, times]) => [file, sumOf(times)]))),
      of_programs_of: (file) => sorted(ofFiles.get(file) ?? new Map()),
    }
  }
}

/** What a process and everything started from it spent. */
function timeOf(one: Seen): number {
  return one.children.reduce((sum, child) => sum + timeOf(child), one.own_ms + unseenTimeOf(one))
}

/** The same by program. */
function timesOf(one: Seen, times = new Map<string, number>()): Map<string, number> {
  add(times, one.program, one.own_ms + unseenTimeOf(one))
  for (const child of one.children) timesOf(child, times)
  return times
}

/** What the children it waited for spent, beyond what was seen of them. */
function unseenTimeOf({ waited_ms, children }: Seen): number {
  const ended = children.filter((child) => !child.is_running)
  return Math.max(0, waited_ms - ended.reduce((sum, child) => sum + timeOf(child), 0))
}

/** A process keeps its place when its parent ends. A process id given out again is a new process. */
function lookAgain(last: Map<number, Seen>, everything: Seen[]): Map<number, Seen> {
  const rows = new Map(listProcesses().map((row) => [row.pid, row]))
  const next = new Map<number, Seen>()
  const find = (row: Row): Seen | undefined => {
    const found = next.get(row.pid)
    if (found) return found
    const known = last.get(row.pid)
    if (known && known.own_ms <= row.own_ms) {
      Object.assign(known, row)
      next.set(row.pid, known)
      return known
    }
    const above = rows.get(row.parent)
    const parent = above && above.pid > 1 && row.pid !== process.pid ? find(above) : undefined
    if (!parent && row.pid !== process.pid) return undefined
    const started: Seen = { ...row, is_running: true, children: [] }
    parent?.children.push(started)
    everything.push(started)
    next.set(row.pid, started)
    return started
  }
  for (const row of rows.values()) find(row)
  for (const one of last.values()) if (next.get(one.pid) !== one) one.is_running = false
  return next
}

function listProcesses(): Row[] {
  if (has_proc) {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
    return pids.map(readProcess).filter((row) => row !== undefined)
  }
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,time=,comm="], { encoding: "utf8" })
  return stdout.trim().split("\n").map(parseLine)
}

function readProcess(pid: string): Row | undefined {
  try {
    const [name = "", rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
    const fields = rest.split(" ")
    const ticks = (...places: number[]) => places.reduce((sum, at) => sum + Number(fields[at]), 0) * tick_ms
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      program: nameOf(name.slice(name.indexOf("(") + 1)),
      own_ms: ticks(11, 12),
      waited_ms: ticks(13, 14),
    }
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

/** Node names its threads. */
const nameOf = (program: string) => (program === "MainThread" ? "node" : program)

function parseLine(line: string): Row {
  const [pid, parent, time = "", ...program] = line.trim().split(/\s+/)
  const seconds = time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0)
  return {
    pid: Number(pid),
    parent: Number(parent),
    program: nameOf(program.join(" ").split("/").at(-1) ?? ""),
    own_ms: seconds * 1_000,
    waited_ms: 0,
  }
}

function sumOf(times: Map<string, number>): number {
  return [...times.values()].reduce((sum, ms) => sum + ms, 0)
}

function add(times: Map<string, number>, name: string, ms: number): void {
  times.set(name, (times.get(name) ?? 0) + ms)
}

// The program as a process of its own, as operators run it.
import { execFile } from "node:child_process"

const built = process.env.BUILT_FOYER

/** Traces of what is thrown lead to the sources. Node's own option would have the log read the map at each start. */
const mapped = ["--import", "data:text/javascript,process.setSourceMapsEnabled(true)"]

/** What Node is started with, before the words of the command: as the run of the tests built it, or from its sources. */
export const program = built ? [...mapped, built] : ["--import", "tsx", "server/cli.ts"]

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs one command to its end, with these settings beside those of the test. */
export function runFoyer(words: readonly string[], settings: Record<string, string>): Promise<Ended> {
  const env = { ...process.env, NODE_ENV: "development", ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [...program, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

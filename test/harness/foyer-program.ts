// Runs the program as a separate process, the way operators do.
import { execFile } from "node:child_process"

const built = process.env.BUILT_FOYER

/** Maps stack traces to the sources. Node's own option would make the log read the map at each start. */
const mapped = ["--import", "data:text/javascript,process.setSourceMapsEnabled(true)"]

/** Node's arguments before the command: the program as built by the test run, or from its sources. */
export const program = built ? [...mapped, built] : ["--import", "tsx", "server/cli.ts"]

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs one command until it exits, with these settings in addition to the test's. */
export function runFoyer(words: readonly string[], settings: Record<string, string>): Promise<Ended> {
  const env = { ...process.env, NODE_ENV: "development", ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [...program, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

// The address of the server running on this data folder, saved for commands that print links. Only the server knows which
// port it picked.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../config.ts"
import type { Core } from "../core.ts"

/**
 * Saves the server's address until the returned function is called. On a full or read-only disk, the server works all the
 * same; only commands that print links need the address, and they can be told with FOYER_BASE_URL.
 */
export function rememberAddress(
  { data_dir }: Config,
  { base_url, log }: Pick<Core, "base_url" | "log">,
): () => void {
  const path = pathIn(data_dir)
  try {
    writeFileSync(path, base_url, { mode: 0o600 })
  } catch (error) {
    log.warn({ err: error, path }, "could not save the server's address for other commands")
  }
  return () => rmSync(path, { force: true })
}

/** Returns the settings with the running server's address, unless they set an address or port. */
export function withOwnPort(config: Config, environment: NodeJS.ProcessEnv): Config {
  if (config.base_url || Number(environment.PORT) > 0) return config
  try {
    return { ...config, base_url: readFileSync(pathIn(config.data_dir), "utf8") }
  } catch {
    return config
  }
}

function pathIn(data_dir: string): string {
  return join(data_dir, "address")
}

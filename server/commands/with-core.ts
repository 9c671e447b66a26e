import { type Config, readConfig } from "../config.ts"
import { type Core, type CoreOptions, openCore } from "../core.ts"
import { withOwnPort } from "./serving.ts"

/** Opens the core of an existing installation for a command, runs `work`, and closes the core. */
export async function withCore<T>(
  work: (core: Core) => Promise<T>,
  config = ownConfig(),
  state: CoreOptions["state"] = "current",
): Promise<T> {
  const core = await openCore(config, { state })
  try {
    return await work(core)
  } finally {
    await core.close()
  }
}

/** The same, but creates and migrates the installation if necessary. */
export function withNewCore<T>(work: (core: Core) => Promise<T>, config = ownConfig()): Promise<T> {
  return withCore(work, config, "ready")
}

const ownConfig = () => quiet(withOwnPort(readConfig(process.env), process.env))

/** Commands log only errors, so that their own output stays readable. */
function quiet(config: Config): Config {
  return config.log_level === "info" ? { ...config, log_level: "error" } : config
}

import { type Config, readConfig } from "../config.ts"
import { type Core, openCore } from "../service.ts"
import { withOwnPort } from "./serving.ts"

/** Runs `work` with the product opened for a command, and closes it whatever happens. */
export async function withCore<T>(
  work: (core: Core) => Promise<T>,
  config = quiet(withOwnPort(readConfig(process.env), process.env)),
): Promise<T> {
  const core = await openCore(config)
  try {
    return await work(core)
  } finally {
    await core.close()
  }
}

/** What a command prints is its answer; only faults are logged beside it. */
function quiet(config: Config): Config {
  return config.log_level === "info" ? { ...config, log_level: "error" } : config
}

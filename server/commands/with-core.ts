import { type Config, readConfig } from "../config.ts"
import { type Core, openCore } from "../service.ts"
import { withOwnPort } from "./serving.ts"

/** Opens the core for a command, runs `work`, and closes the core. */
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

/** Commands log only errors, so that their own output stays readable. */
function quiet(config: Config): Config {
  return config.log_level === "info" ? { ...config, log_level: "error" } : config
}

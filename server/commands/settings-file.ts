/** Adds the settings in the file that FOYER_SETTINGS names, if any. Throws if it can't be read. */
export function loadSettings({ FOYER_SETTINGS: path }: NodeJS.ProcessEnv): void {
  if (!path) return
  try {
    process.loadEnvFile(path)
  } catch (error) {
    throw new Error(`The settings in FOYER_SETTINGS=${path} can't be read: ${(error as Error).message}`)
  }
}

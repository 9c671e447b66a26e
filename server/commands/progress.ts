import type { OnProgress } from "../operations/backups/manifest.ts"

/** Shows progress on one line of the terminal; does nothing if stderr is not a terminal. */
export function showProgress(verb: string): { onProgress: OnProgress; end: () => void } {
  const screen = process.stderr
  if (!screen.isTTY) return { onProgress: () => undefined, end: () => undefined }
  let shown_ms = 0
  return {
    onProgress: ({ part, done, of }) => {
      const now_ms = performance.now()
      if (now_ms - shown_ms < 100) return
      shown_ms = now_ms
      screen.write(`\r\u001b[K${verb} ${part}: ${done} of ${of}`)
    },
    end: () => void screen.write("\r\u001b[K"),
  }
}

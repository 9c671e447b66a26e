import type { OnProgress } from "../backups/progress.ts"

/** One line of a terminal that is written over; nothing where the output goes elsewhere. */
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

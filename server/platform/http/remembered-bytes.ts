/** What all answers together may take, in bytes; the one asked for least lately goes first. */
const max_bytes = 16 * 1024 * 1024

export interface Remembered {
  revision: string
  /** The answer's `ETag`. */
  tag: string
  bytes: Buffer
}

export interface RememberedBytes<Answer extends Remembered> {
  find(name: string): Answer | undefined
  keep(name: string, answer: Answer): void
}

/** Bytes of answers by name, each beside the revision it was read at. Whoever sends them asks first whether that stands. */
export function openRememberedBytes<Answer extends Remembered>(limit = max_bytes): RememberedBytes<Answer> {
  const answers = new Map<string, Answer>()
  let taken = 0
  const sizeOf = (name: string, { bytes }: Remembered) => name.length + bytes.length

  function forget(name: string): void {
    const answer = answers.get(name)
    if (answer && answers.delete(name)) taken -= sizeOf(name, answer)
  }

  return {
    find: (name) => {
      const answer = answers.get(name)
      if (answer) {
        // The newest stand at the end.
        answers.delete(name)
        answers.set(name, answer)
      }
      return answer
    },
    keep: (name, answer) => {
      forget(name)
      const size = sizeOf(name, answer)
      if (size > limit / 8) return
      answers.set(name, answer)
      taken += size
      for (const oldest of answers.keys()) {
        if (taken <= limit) break
        forget(oldest)
      }
    },
  }
}

/** The size of the cache, in bytes; the least recently used response is evicted first. */
const max_bytes = 16 * 1024 * 1024

export interface CachedBytes {
  revision: string
  /** The response's `ETag`. */
  tag: string
  bytes: Buffer
}

export interface ResponseCache<Answer extends CachedBytes> {
  find(name: string): Answer | undefined
  keep(name: string, answer: Answer): void
}

/** Response bytes by name, each with the revision it was read at. Callers check that the revision is current. */
export function openResponseCache<Answer extends CachedBytes>(limit = max_bytes): ResponseCache<Answer> {
  const answers = new Map<string, Answer>()
  let taken = 0
  const sizeOf = (name: string, { bytes }: CachedBytes) => name.length + bytes.length

  function forget(name: string): void {
    const answer = answers.get(name)
    if (answer && answers.delete(name)) taken -= sizeOf(name, answer)
  }

  return {
    find: (name) => {
      const answer = answers.get(name)
      if (answer) {
        // The most recently used come last.
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

/** A function that runs `read` on its first call, and returns the same object or promise on every later one. */
export function once<Value extends object>(read: () => Value): () => Value {
  let result: Value | undefined
  return () => {
    result ??= read()
    return result
  }
}

/** A value that the caller may have already, or only begun to read. */
export type Loading<Value> = Value | Promise<Value>

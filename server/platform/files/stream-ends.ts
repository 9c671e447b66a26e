import { Transform } from "node:stream"

/** The first and last bytes of a stream; they overlap if it is short. */
export interface StreamEnds {
  size: number
  head: Buffer
  tail: Buffer
}

/**
 * Passes a stream through and captures up to `bytes` of either end, to inspect a file while it is being stored. Call
 * `ends()` once the stream has ended.
 */
export function keepEnds(bytes: number): { stream: Transform; ends: () => StreamEnds } {
  let size = 0
  let head = Buffer.alloc(0)
  let tail: Buffer[] = []
  let tail_bytes = 0

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (head.length < bytes) head = Buffer.concat([head, chunk.subarray(0, bytes - head.length)])
      tail.push(chunk)
      tail_bytes += chunk.length
      // Trimming only now and then keeps the copying linear.
      if (tail_bytes > 2 * bytes) {
        tail = [Buffer.concat(tail).subarray(-bytes)]
        tail_bytes = bytes
      }
      done(null, chunk)
    },
  })
  return { stream, ends: () => ({ size, head, tail: Buffer.concat(tail).subarray(-bytes) }) }
}

/** A file as it was sent: its name, its whole size in bytes, and its two ends, which overlap when it is small. */
export interface Upload {
  filename: string
  size: number
  head: Buffer
  tail: Buffer
}

export type Verdict = "ok" | "content_mismatch" | "password_protected" | "truncated"

/** `length` bytes from `start`, or undefined where they are not all within one of the ends we have. */
export function bytesAt({ size, head, tail }: Upload, start: number, length: number): Buffer | undefined {
  if (start < 0 || length < 0) return undefined
  if (start + length <= head.length) return head.subarray(start, start + length)
  const inTail = start - (size - tail.length)
  return inTail >= 0 && inTail + length <= tail.length ? tail.subarray(inTail, inTail + length) : undefined
}

export function startsWith(upload: Upload, signature: Buffer): boolean {
  return upload.head.subarray(0, signature.length).equals(signature)
}

/** A file as it was sent: its name, its whole size in bytes, its two ends, which overlap when it is small, and the rest. */
export interface Upload {
  filename: string
  size: number
  head: Buffer
  tail: Buffer
  /** `length` bytes from `start`, all within the file. */
  read: (start: number, length: number) => Promise<Buffer>
}

export type Verdict = "ok" | "content_mismatch" | "password_protected" | "truncated"

/** `length` bytes from `start`, fewer where the file ends before; taken from its ends where they have them. */
export async function bytesAt(
  { size, head, tail, read }: Upload,
  start: number,
  length: number,
): Promise<Buffer> {
  const end = Math.min(start + length, size)
  if (start < 0 || end <= start) return Buffer.alloc(0)
  if (end <= head.length) return head.subarray(start, end)
  const inTail = start - (size - tail.length)
  return inTail >= 0 ? tail.subarray(inTail, inTail + end - start) : read(start, end - start)
}

export function startsWith(upload: Upload, signature: Buffer): boolean {
  return upload.head.subarray(0, signature.length).equals(signature)
}

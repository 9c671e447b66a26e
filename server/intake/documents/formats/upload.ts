import type { Sender } from "../../../platform/files/foreign/fair-line.ts"

/** An uploaded file: name, size in bytes, both ends (which overlap in a small file), and access to the rest. */
export interface Upload {
  filename: string
  sender: Sender
  size: number
  head: Buffer
  tail: Buffer
  /** Reads `length` bytes from `start`, all within the file. */
  read: (start: number, length: number) => Promise<Buffer>
}

export type Verdict = "ok" | "content_mismatch" | "password_protected" | "truncated" | "unchecked"

/** `length` bytes from `start`, fewer at the end of the file; taken from the buffered ends where possible. */
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

/**
 * The same bytes in memory of their own, for what outlives its request: Node cuts small buffers from shared slabs, and
 * compressed ones from its working memory, which one of them then keeps.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

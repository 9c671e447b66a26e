/**
 * A Content-Disposition header that saves a file under its own name in any script (RFC 6266 §4.3, RFC 8187 §3.2), with
 * an ASCII name for clients that don't support that.
 */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]/gu, "_").replace(/["\\%]/g, "_")
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

import type { Upload, Verdict } from "./upload.ts"

/**
 * Accepts text without control characters in UTF-8 or a Western 8-bit encoding. Refuses text that a browser or another
 * program would run or lay out: markup, RTF, PostScript, PDF.
 */
export function inspectText({ head, tail }: Upload): Verdict {
  if (hasControls(head) || hasControls(tail)) return "content_mismatch"
  const start = head.toString("latin1", 0, 1024).replace(/^(\xef\xbb\xbf)?\s*/, "")
  const isDisguised =
    /^(<[a-z!?/]|\{\\rtf|%!ps|%pdf-|#!)/i.test(start) ||
    /<(!doctype html|html|head|body|script|svg|iframe)[\s>/]/i.test(start)
  return isDisguised ? "content_mismatch" : "ok"
}

function hasControls(bytes: Buffer): boolean {
  return bytes.some(
    (byte) =>
      (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) || byte === 0x7f,
  )
}

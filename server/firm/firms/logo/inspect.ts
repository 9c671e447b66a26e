// Checks pictures for a firm's logo. Everyone who opens a link sees it, so the contents of the file decide, and only
// the picture itself is saved: no scripts, no location of a photo, nothing after its end.
import { badField } from "../../../platform/errors.ts"
import { isJpeg, readJpeg } from "../../../platform/files/jpeg.ts"
import { isPng, readPng } from "./png.ts"
import { isLargerThanNeeded, type Logo, max_logo_bytes, type ReadLogo } from "./shape.ts"

const sentences = {
  empty: "Choose a picture first, then press the button.",
  too_many_bytes: "The picture has more than 1 MB. Save a smaller copy of it; 600 pixels wide is plenty.",
  svg: "An SVG file can hold programs, so it is not taken. Export the logo as PNG, about 600 pixels wide.",
  wrong_type: "This file is neither a PNG nor a JPEG. Export the logo as one of them.",
  broken:
    "This picture cannot be read to its end. Open it in a program for pictures, save it as PNG, and try that.",
  too_large:
    "The picture is larger than 2,000 pixels on a side, or than a million pixels in all. Save a smaller copy; 600 pixels wide is plenty.",
} as const

/** Returns the picture in a file, reencoded. Throws "bad request" on `param`, with a remedy, if there is none. */
export function inspectLogo(file: Buffer, param = "logo"): Logo {
  const read = readAny(file)
  if (typeof read === "object") return read
  throw badField(param, read, sentences[read])
}

function readAny(file: Buffer): ReadLogo | keyof typeof sentences {
  if (file.length === 0) return "empty"
  if (file.length > max_logo_bytes) return "too_many_bytes"
  if (isPng(file)) return readPng(file)
  if (!isJpeg(file)) return /<svg[\s>]/i.test(file.toString("latin1", 0, 4_096)) ? "svg" : "wrong_type"
  const jpeg = readJpeg(file)
  if (!jpeg) return "broken"
  return isLargerThanNeeded(jpeg) ? "too_large" : { content_type: "image/jpeg", ...jpeg }
}

// Checks pictures that clients see: a firm's logo, a portrait. The contents of the file decide, and only the picture
// itself is saved: no scripts, no location of a photo, nothing after its end.
import { badField } from "../../../platform/errors.ts"
import { isJpeg, readJpeg } from "../../../platform/files/jpeg.ts"
import { isPng, readPng } from "./png.ts"
import { isLargerThanNeeded, type Logo, max_logo_bytes, max_photo_bytes, type ReadLogo } from "./shape.ts"

/** What each picture may be, and the width that is plenty for it, in pixels. */
const uses = {
  logo: { max_bytes: max_logo_bytes, limit: "1 MB", width: 600 },
  photo: { max_bytes: max_photo_bytes, limit: "3.4 kB", width: 112 },
}
export type PictureUse = keyof typeof uses

const sentencesAbout = ({ limit, width }: (typeof uses)[PictureUse]) => ({
  empty: "Choose a picture first, then press the button.",
  too_many_bytes: `The picture has more than ${limit}. Save a smaller copy of it; ${width} pixels wide is plenty.`,
  svg: `An SVG file can hold programs, so it is not taken. Export it as PNG, about ${width} pixels wide.`,
  wrong_type: "This file is neither a PNG nor a JPEG. Save it as one of them.",
  broken:
    "This picture cannot be read to its end. Open it in a program for pictures, save it as PNG, and try that.",
  too_large: `The picture is larger than 2,000 pixels on a side, or than a million pixels in all. Save a smaller copy; ${width} pixels wide is plenty.`,
})

/** Returns the picture in a file, reencoded. Throws "bad request" on `use`, with a remedy, if there is none. */
export function inspectPicture(file: Buffer, use: PictureUse = "logo"): Logo {
  const read = readAny(file, uses[use].max_bytes)
  if (typeof read === "object") return read
  throw badField(use, read, sentencesAbout(uses[use])[read])
}

function readAny(file: Buffer, max_bytes: number): ReadLogo | keyof ReturnType<typeof sentencesAbout> {
  if (file.length === 0) return "empty"
  if (file.length > max_bytes) return "too_many_bytes"
  if (isPng(file)) return readPng(file)
  if (!isJpeg(file)) return /<svg[\s>]/i.test(file.toString("latin1", 0, 4_096)) ? "svg" : "wrong_type"
  const jpeg = readJpeg(file)
  if (!jpeg) return "broken"
  return isLargerThanNeeded(jpeg) ? "too_large" : { content_type: "image/jpeg", ...jpeg }
}

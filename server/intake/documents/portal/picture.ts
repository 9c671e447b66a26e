// Redraws pictures in the browser: scaled down, upright, and as JPEG.
import { max_thumbnail_px } from "../thumbnail-size.ts"

/** The picture in a file, its longer side at most `max_px`. Rejects if this browser cannot decode it. */
export async function drawPicture(file: Blob, max_px: number): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file)
  const canvas = scaled(bitmap, max_px)
  bitmap.close()
  return canvas
}

export function thumbnailOf(picture: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = scaled(picture, max_thumbnail_px)
  canvas.className = "file-picture"
  return canvas
}

/** The thumbnail of an accepted file; undefined if it is no picture that this browser can decode. */
export async function thumbnailOfFile(file: File): Promise<HTMLCanvasElement | undefined> {
  // A browser leaves the type empty where it doesn't know the extension.
  if (file.type && !file.type.startsWith("image/")) return undefined
  return drawPicture(file, 4 * max_thumbnail_px).then(thumbnailOf, () => undefined)
}

/** The thumbnail as a JPEG in base64, for the upload's metadata. */
export function encodeThumbnail(canvas: HTMLCanvasElement): string {
  return canvas.toDataURL("image/jpeg", 0.6).split(",")[1] ?? ""
}

export async function jpegOf(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.82))
  if (!blob) throw new Error("The browser could not encode the picture.")
  return new Uint8Array(await blob.arrayBuffer())
}

function scaled(picture: ImageBitmap | HTMLCanvasElement, max_px: number): HTMLCanvasElement {
  const scale = Math.min(1, max_px / Math.max(picture.width, picture.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext("2d")
  if (!context) throw new Error("The browser has no canvas.")
  // JPEG would turn transparent pixels black.
  context.fillStyle = "white"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = "high"
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

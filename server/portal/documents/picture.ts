// Pictures as the browser draws them: smaller, upright, and as JPEG whatever they were.
import { max_thumbnail_px } from "../../documents/thumbnail-size.ts"

/** The picture in a file, its longer side at most so many pixels. Rejects for what this browser cannot draw. */
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

/** Of a file that this browser can draw; undefined for any other. */
export async function thumbnailOfFile(file: File): Promise<HTMLCanvasElement | undefined> {
  if (!/^image\//.test(file.type) && !/\.(jpe?g|png|hei[cf])$/i.test(file.name)) return undefined
  return drawPicture(file, 4 * max_thumbnail_px).then(thumbnailOf, () => undefined)
}

/** What goes along with a file, in base64. */
export function encodeThumbnail(canvas: HTMLCanvasElement): string {
  return canvas.toDataURL("image/jpeg", 0.6).split(",")[1] ?? ""
}

export async function jpegOf(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.82))
  if (!blob) throw new Error("The browser made no picture.")
  return new Uint8Array(await blob.arrayBuffer())
}

function scaled(picture: ImageBitmap | HTMLCanvasElement, max_px: number): HTMLCanvasElement {
  const scale = Math.min(1, max_px / Math.max(picture.width, picture.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const drawing = canvas.getContext("2d")
  if (!drawing) throw new Error("The browser draws no pictures.")
  // What is transparent would turn black.
  drawing.fillStyle = "white"
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.imageSmoothingQuality = "high"
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

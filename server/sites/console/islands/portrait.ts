// A chosen photo becomes a small square before it is uploaded: whatever this browser can decode, as JPEG.

import { max_photo_bytes } from "../../../firm/firms/logo/shape.ts"

const side_px = 112

document.addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== "file" || target.name !== "photo") return
  const [chosen] = target.files ?? []
  const bitmap = chosen && (await createImageBitmap(chosen).catch(() => undefined))
  // The server says what is wrong with what is no picture.
  if (!bitmap) return
  const portrait = await portraitOf(bitmap)
  const files = new DataTransfer()
  if (portrait) files.items.add(new File([portrait], "photo.jpg", { type: portrait.type }))
  if (portrait) target.files = files.files
})

/** The middle of the picture, as good as the limit allows. */
async function portraitOf(picture: ImageBitmap): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = side_px
  const context = canvas.getContext("2d")
  const side = Math.min(picture.width, picture.height)
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
  if (!context) return undefined
  // JPEG would turn transparent pixels black.
  context.fillStyle = "white"
  context.fillRect(0, 0, side_px, side_px)
  context.imageSmoothingQuality = "high"
  context.drawImage(picture, x, y, side, side, 0, 0, side_px, side_px)
  for (const quality of [0.85, 0.7, 0.5, 0.3]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality))
    if (blob && blob.size <= max_photo_bytes) return blob
  }
  return undefined
}

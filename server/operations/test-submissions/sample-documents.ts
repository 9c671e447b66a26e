import { crc32, deflateSync } from "node:zlib"

interface Page {
  title: string
  issuer: string
  lines: readonly string[]
}

/** Draws a one-page PDF like a client's scan: a title, an issuer, and lines of text. */
export async function pdf({ title, issuer, lines }: Page): Promise<Buffer> {
  // Imported here because loading pdfkit is slow, and a start with the demo already loaded doesn't need it.
  const { default: PDFDocument } = await import("pdfkit")
  const document = new PDFDocument({ size: "LETTER", margin: 72, info: { Title: title, Author: issuer } })
  const chunks: Buffer[] = []
  document.on("data", (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.once("end", resolve))
  document.font("Helvetica").fontSize(10).fillColor("#555555").text(issuer.toUpperCase())
  document.moveDown(2).font("Helvetica-Bold").fontSize(20).fillColor("#111111").text(title)
  document.moveDown().font("Helvetica").fontSize(12)
  for (const line of lines) document.text(line).moveDown(0.6)
  document.moveDown(3).fontSize(9).fillColor("#888888")
  document.text("Sample document. The people, accounts and places in it are invented.")
  document.end()
  await ended
  return Buffer.concat(chunks)
}

type Color = readonly [red: number, green: number, blue: number]

const width = 480
const height = 300
const row_bytes = 1 + width * 3

/** Draws a photo of a card: a picture in `color` with a blank portrait and lines for text. */
export function photo(color: Color): Buffer {
  const pixels = Buffer.alloc(height * row_bytes)
  paint(pixels, [0, 0, width, height], [90, 96, 104])
  paint(pixels, [16, 16, width - 16, height - 16], color)
  paint(pixels, [40, 60, 160, 220], [214, 220, 228])
  for (let line = 0; line < 4; line += 1) {
    paint(pixels, [190, 70 + line * 36, 430 - line * 45, 84 + line * 36], [235, 238, 242])
  }
  paint(pixels, [40, 246, 430, 262], [235, 238, 242])

  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per channel; red, green, and blue.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function paint(
  pixels: Buffer,
  [left, top, right, bottom]: readonly [number, number, number, number],
  color: Color,
): void {
  const dot = Buffer.from(color)
  for (let y = top; y < bottom; y += 1) {
    // Each row begins with its filter type, 0 for none.
    const start = y * row_bytes + 1
    pixels.fill(dot, start + left * 3, start + right * 3)
  }
}

/** Encodes a chunk (PNG, ISO/IEC 15948, §5.3): length, type, data, and the checksum of the last two. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

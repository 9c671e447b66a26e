/** An RGB JPEG with its size in pixels. */
export interface Photo {
  jpeg: Uint8Array
  width: number
  height: number
}

/** The longer side of a page: the 11 inches of US Letter. */
const page_length_points = 792

/** A PDF (ISO 32000-1) in which each photo fills a page. Embeds the JPEGs without re-encoding them. */
export function writePhotoPdf(photos: readonly Photo[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const chunks: Uint8Array[] = []
  const starts: number[] = []
  let at = 0
  const write = (...parts: (string | Uint8Array)[]): void => {
    for (const part of parts) {
      const bytes = typeof part === "string" ? encoder.encode(part) : part
      chunks.push(bytes)
      at += bytes.length
    }
  }
  const writeObject = (...parts: (string | Uint8Array)[]): void => {
    starts.push(at)
    write(`${starts.length} 0 obj\n`, ...parts, "\nendobj\n")
  }

  write("%PDF-1.4\n%\u00e2\u00e3\n")
  writeObject("<< /Type /Catalog /Pages 2 0 R >>")
  const kids = photos.map((_, index) => `${3 + 3 * index} 0 R`).join(" ")
  writeObject(`<< /Type /Pages /Count ${photos.length} /Kids [${kids}] >>`)
  for (const { jpeg, width, height } of photos) {
    const scale = page_length_points / Math.max(width, height)
    const size = `${(width * scale).toFixed(2)} ${(height * scale).toFixed(2)}`
    const drawing = `${size.replace(" ", " 0 0 ")} 0 0 cm /Photo Do`
    const id = starts.length + 1
    writeObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${id + 1} 0 R`,
      ` /Resources << /XObject << /Photo ${id + 2} 0 R >> >> >>`,
    )
    writeObject(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
    writeObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`,
      ` /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      "\nendstream",
    )
  }
  const table = at
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("")
  write(`xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<< /Size ${starts.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)

  const pdf = new Uint8Array(at)
  let end = 0
  for (const chunk of chunks) {
    pdf.set(chunk, end)
    end += chunk.length
  }
  return pdf
}

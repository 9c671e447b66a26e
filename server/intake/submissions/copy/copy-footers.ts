// The footer of every page of a copy: title and page number. A file memo has a header as well.
import type { Copy } from "./copy-shape.ts"
import { copyWords } from "./copy-words.ts"
import { margin, type Pdf, type Picture, soft, writeText } from "./text/pdf-text.ts"

export const footer_height = 46
const head_top = 26
const head_logo = { fit: [110, 22] as [number, number], align: "right" as const }

/** Writes the footers and headers, once all pages exist. */
export function writeFooters(doc: Pdf, copy: Copy, logo: Picture | undefined): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index)
    // Below the margin, where PDFKit would otherwise start a new page.
    doc.page.margins.bottom = 0
    doc.markContent("Artifact", { type: "Pagination" })
    const y = doc.page.height - footer_height
    const style = { size: 8.5, color: soft }
    if (copy.running) writeText(doc, shortened(copy.running), { ...style, y: y - 13 })
    writeText(doc, copyWords[copy.language].page(index + 1, count), { ...style, y })
    if (copy.has_cover && index > 0) {
      writeText(doc, copy.firm_name, { ...style, y: head_top + 6, width: doc.page.width - 2 * margin - 130 })
      if (logo) doc.image(logo, doc.page.width - margin - head_logo.fit[0], head_top, head_logo)
    }
    doc.endMarkedContent()
  }
}

/** Shortens text to one footer line; a Chinese, Japanese or Korean character is as wide as two others. */
function shortened(text: string): string {
  let width_left = 108
  const characters = [...text]
  const fitting = characters.findIndex((character) => {
    width_left -= /[\u1100-\u{3ffff}]/u.test(character) ? 2 : 1
    return width_left < 0
  })
  return fitting === -1 ? text : `${characters.slice(0, fitting - 1).join("")}…`
}

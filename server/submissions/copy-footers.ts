// The foot of every page of a copy: whose it is, and which page. A paper to be filed has a head as well.
import type { Copy } from "./copy-shape.ts"
import { copyWords } from "./copy-words.ts"
import { margin, type Pdf, type Picture, soft, write } from "./pdf-text.ts"

export const footer_height = 46
const head_top = 26
const head_logo = { fit: [110, 22] as [number, number], align: "right" as const }

/** Writes the foot and the head of all pages, once there are no more to come. */
export function writeFooters(doc: Pdf, copy: Copy, logo: Picture | undefined): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index)
    // Below the margin, where text would otherwise begin a new page.
    doc.page.margins.bottom = 0
    doc.markContent("Artifact", { type: "Pagination" })
    const y = doc.page.height - footer_height
    const style = { size: 8.5, color: soft }
    if (copy.running) write(doc, shortened(copy.running), { ...style, y: y - 13 })
    write(doc, copyWords[copy.language].page(index + 1, count), { ...style, y })
    if (copy.has_cover && index > 0) {
      write(doc, copy.firm_name, { ...style, y: head_top + 6, width: doc.page.width - 2 * margin - 130 })
      if (logo) doc.image(logo, doc.page.width - margin - head_logo.fit[0], head_top, head_logo)
    }
    doc.endMarkedContent()
  }
}

/** As much as fits into one line at the foot; a Chinese, Japanese or Korean character takes the room of two. */
function shortened(text: string): string {
  let space = 108
  const characters = [...text]
  const fitting = characters.findIndex((character) => {
    space -= /[\u1100-\u{3ffff}]/u.test(character) ? 2 : 1
    return space < 0
  })
  return fitting === -1 ? text : `${characters.slice(0, fitting - 1).join("")}…`
}

// The foot of every page of a copy: whose it is, and which page.
import type { Copy } from "./copy-shape.ts"
import { copyWords } from "./copy-words.ts"
import { type Pdf, write } from "./pdf-text.ts"

export const footer_height = 46
export const soft = "#5c564e"

/** Writes the foot of all pages, once there are no more to come. */
export function writeFooters(doc: Pdf, copy: Copy): void {
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

import type { Page } from "playwright-core"

/** Every text on the page that users see or hear, including title and labels; without text marked as English. */
export function readVisibleText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (parent && !parent.closest("script, style, [lang=en]"))
        texts.push(walker.currentNode.textContent ?? "")
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]"))
      for (const name of ["aria-label", "placeholder", "title", "alt"])
        texts.push(element.getAttribute(name) ?? "")
    return texts.map((text) => text.trim()).filter((text) => text !== "")
  })
}

/** The texts that contain one of the pieces: a short piece as the entire text, a longer one anywhere. */
export function findPhrases(texts: readonly string[], pieces: readonly string[]): string[] {
  return texts.filter((text) =>
    pieces.some(
      (piece) => text === piece || (piece.length > 11 && piece.includes(" ") && text.includes(piece)),
    ),
  )
}

/** Matches these very words: `assert.match(html, literally(name))` shows what a page says instead, which `ok` can't. */
export function literally(words: string): RegExp {
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
}

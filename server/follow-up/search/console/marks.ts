// Marks the words of a result that match the search. Pure.

import { isNearly, wordsOfName } from "../../../intake/contacts/similar.ts"
import type { Result } from "../../../web/console/keyboard/result.ts"

/** Cuts text and detail into pieces, of which every second one matches one of the words. */
export function withMarks(result: Result, words: string): Result {
  const wanted = wordsOfName(words)
  const digits = words.replace(/\D/g, "")
  const isMatch = (word: string) => {
    const folded = wordsOfName(word).join("")
    return wanted.some((one) => folded.startsWith(one) || isNearly(one, folded) || isPartOf(one, folded))
  }
  const isPhone = (text: string) =>
    digits.length >= 4 && !/\p{L}/u.test(text) && text.replace(/\D/g, "").includes(digits)
  const mark = (text: string) => (isPhone(text) ? ["", text, ""] : cut(text, isMatch))
  // After the point, the detail says where the match is.
  const [match = "", ...where] = (result.detail ?? "").split(" · ")
  const detail = mark(match)
  const marked = {
    text: mark(result.text),
    detail: [...detail.slice(0, -1), [detail.at(-1), ...where].join(" · ")],
  }
  return marked.text.length + detail.length > 2 ? { ...result, marked } : result
}

/** In scripts without spaces, a name may be part of a longer word. */
function isPartOf(one: string, other: string): boolean {
  return (
    /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]/u.test(one) && (one.includes(other) || other.includes(one))
  )
}

/** Alternates between text that does not match, possibly empty, and text that does; it ends with the former. */
function cut(text: string, isMatch: (word: string) => boolean): string[] {
  const found: string[] = []
  let from = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}'’‘ʼ]+/gu)) {
    if (!isMatch(word)) continue
    found.push(text.slice(from, index), word)
    from = index + word.length
  }
  return [...found, text.slice(from)]
}

import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/** Font names inside a PDF and their files, all under the SIL Open Font License. */
const files = {
  regular: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
  bold: "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf",
  chinese_japanese:
    "@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf",
  korean: "@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf",
}
export type FontName = keyof typeof files

/** A run of text in a single font. */
export interface Run {
  font: FontName
  text: string
}

// Exactly the characters the font has: fontkit throws on a letter that Nanum Gothic lacks.
const korean = /[\uac00-\ud7a3\u3131-\u318e]/u
const chineseOrJapanese =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u

/** Splits `text` wherever the font changes. */
export function runsOf(text: string, latin: "regular" | "bold"): Run[] {
  const runs: Run[] = []
  // Composed (NFC): placing combining accents would double the rendering time.
  for (const character of text.normalize("NFC")) {
    const font = korean.test(character)
      ? "korean"
      : chineseOrJapanese.test(character)
        ? "chinese_japanese"
        : latin
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** Reads the fonts that these texts need. */
export async function readFonts(texts: Iterable<string>): Promise<Map<FontName, Buffer>> {
  const needed = new Set<FontName>(["regular", "bold"])
  for (const text of texts) for (const { font } of runsOf(text, "regular")) needed.add(font)
  const read = async (name: FontName) =>
    [name, withoutSubstitutions(await readFile(require.resolve(files[name])))] as const
  return new Map(await Promise.all([...needed].map(read)))
}

/**
 * Hides the font's substitution table (OpenType GSUB). It draws `ị` as two glyphs, neither of which is a letter, so
 * names copied out of the PDF would be wrong.
 */
function withoutSubstitutions(font: Buffer): Buffer {
  const count = font.readUInt16BE(4)
  for (let index = 0; index < count; index += 1) {
    const at = 12 + 16 * index
    if (font.toString("latin1", at, at + 4) === "GSUB") font.write("gsub", at, "latin1")
  }
  return font
}

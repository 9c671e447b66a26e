// The fonts of our PDFs. A character is printed in the first font that has a glyph for it: each font is asked, because
// marks, symbols and digits that several scripts share say nothing about where their glyphs are.
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { normalized } from "../../../../definition/values/typed-text.ts"
import { withoutIsolates } from "./isolated.ts"
import { unpackFont } from "./woff.ts"

const require = createRequire(import.meta.url)
const sans = "@expo-google-fonts/noto-sans"
const script = (name: string) =>
  `@fontsource/noto-sans-${name}/files/noto-sans-${name}-${name}-400-normal.woff`

/**
 * Font names inside a PDF and their files, in the order in which they are asked: the largest last, because it is only
 * read for what no other has. All are free to embed (SIL Open Font License; DejaVu: Bitstream Vera license).
 */
export const fontFiles = {
  regular: `${sans}/400Regular/NotoSans_400Regular.ttf`,
  bold: `${sans}/700Bold/NotoSans_700Bold.ttf`,
  devanagari: `${sans}/400Regular/NotoSans_400Regular.ttf`,
  cherokee: script("cherokee"),
  thai: script("thai"),
  arabic: "@fontsource/amiri/files/amiri-arabic-400-normal.woff",
  bengali: script("bengali"),
  gujarati: script("gujarati"),
  gurmukhi: script("gurmukhi"),
  kannada: script("kannada"),
  khmer: script("khmer"),
  malayalam: script("malayalam"),
  sinhala: script("sinhala"),
  tamil: script("tamil"),
  telugu: script("telugu"),
  ethiopic: "@fontsource/abyssinica-sil/files/abyssinica-sil-ethiopic-400-normal.woff",
  myanmar: "@fontsource/padauk/files/padauk-myanmar-400-normal.woff",
  /** Hebrew, Armenian, Georgian, Lao, arrows, check marks, stars, mathematical letters. */
  symbols: "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff",
  korean: "@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf",
  chinese_japanese:
    "@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf",
} as const
export type FontName = keyof typeof fontFiles

/** Chocolate Classical Sans has the Japanese middle dot in half width only. */
const middle_dot = { full: 0x30fb, half: 0xff65 } as const

const names = Object.keys(fontFiles) as FontName[]
/** Each character is one glyph, in the order of the text. All other fonts join, stack or reorder their glyphs. */
const unshaped: ReadonlySet<FontName> = new Set(["regular", "bold", "korean", "chinese_japanese"])
const rightToLeft: ReadonlySet<FontName> = new Set(["arabic", "symbols"])

/** A run of text in a single font. */
export interface Run {
  font: FontName
  text: string
}

export interface FontFile {
  characterSet: readonly number[]
  _cmapProcessor: { lookup(code: number): number }
}
const fontkit: { create(file: Buffer): FontFile } = require("fontkit")

/** What each font asked so far has, and each character's font; the files never change. */
const coverage = new Map<FontName, ReadonlySet<number>>()
const chosen = new Map<string, FontName | undefined>()

/** The fonts that these texts need, opened, and ready for `runsOf` and `canDraw`. */
export async function openFonts(texts: Iterable<string>): Promise<Map<FontName, FontFile>> {
  const needed = new Set<FontName>(["regular", "bold"])
  const add = async (text: string) => {
    for (const character of new Set(normalized(withoutIsolates(text), "NFC"))) {
      if (!chosen.has(character)) chosen.set(character, await choose(character))
      const plain = plainOf(character)
      if (!canDraw(character) && plain) await add(plain)
      needed.add(chosen.get(character) ?? "regular")
    }
  }
  for (const text of texts) await add(text)
  return new Map(await Promise.all([...needed].map(async (name) => [name, await open(name)] as const)))
}

async function choose(character: string): Promise<FontName | undefined> {
  const code = character.codePointAt(0) ?? 0
  for (const name of names) {
    // Noto Sans draws Devanagari only with its substitutions, which hide letters of other scripts from readers.
    if (/\p{Script=Devanagari}/u.test(character) && name !== "devanagari") continue
    if (!coverage.has(name)) coverage.set(name, charactersOf(await open(name)))
    if (coverage.get(name)?.has(code)) return name
  }
  return undefined
}

/** The fonts of every copy, opened once: reading their tables is most of the work of a short copy. */
const read = new Map<FontName, Promise<FontFile>>()

/** Opens a font for one file, because its glyphs are copied out as the first character drawn with them, or as none. */
async function open(name: FontName): Promise<FontFile> {
  if (name !== "regular" && name !== "bold") return readFont(name)
  const font = read.get(name) ?? readFont(name)
  read.set(name, font)
  return Object.create(await font, { _glyphs: { value: {} } })
}

async function readFont(name: FontName): Promise<FontFile> {
  const file = unpackFont(await readFile(require.resolve(fontFiles[name])))
  const font = fontkit.create(unshaped.has(name) ? withoutSubstitutions(file) : file)
  // PDFKit would take it for the same font with its substitutions hidden.
  if (name === "devanagari") Object.defineProperty(font, "postscriptName", { value: "NotoSansDevanagari" })
  if (name === "chinese_japanese") {
    const glyphs = font._cmapProcessor
    const lookup = glyphs.lookup.bind(glyphs)
    glyphs.lookup = (code) => lookup(code === middle_dot.full ? middle_dot.half : code)
  }
  return font
}

function charactersOf({ characterSet, _cmapProcessor }: FontFile): ReadonlySet<number> {
  return new Set([...characterSet, middle_dot.full].filter((code) => _cmapProcessor.lookup(code) > 0))
}

/** The usual letters behind ornamental ones, such as `A` for `𝒜`; undefined for other characters. */
export function plainOf(character: string): string | undefined {
  const plain = normalized(character, "NFKC")
  return plain === character ? undefined : plain
}

/** Whether an opened font has a glyph for the character. */
export function canDraw(character: string): boolean {
  return chosen.get(character) !== undefined
}

/** Splits `text`, for which the fonts are open, wherever the font changes. */
export function runsOf(text: string, latin: "regular" | "bold"): Run[] {
  const runs: Run[] = []
  // Composed (NFC): placing combining accents would double the rendering time.
  for (const character of normalized(text, "NFC")) {
    const last = runs.at(-1)
    const own = chosen.get(character) ?? "regular"
    const font = last && belongsTo(last.font, character) ? last.font : own === "regular" ? latin : own
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** Marks and joiners go with the letter before them if its font has them; so do spaces between right-to-left words. */
function belongsTo(font: FontName, character: string): boolean {
  if (character === " ") return rightToLeft.has(font)
  return /[\p{M}\p{Cf}]/u.test(character) && coverage.get(font)?.has(character.codePointAt(0) ?? 0) === true
}

/** Whether some of the text has joined, stacked or reordered glyphs. */
export function isShaped(runs: readonly Run[]): boolean {
  return runs.some(({ font }) => !unshaped.has(font))
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

import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { test } from "node:test"
import fc from "fast-check"
import { extractText, getDocumentProxy } from "unpdf"
import { literally } from "../../../../../test/harness/literally.ts"
import { renderCopyPdf } from "../copy-pdf.ts"
import type { Copy } from "../copy-shape.ts"
import { canDraw, fontFiles, openFonts } from "./copy-fonts.ts"

const require = createRequire(import.meta.url)
const { isUnread } = require("../../../../../bin/trim.js") as { isUnread(path: string): boolean }

function copyWith(values: readonly string[], more: Partial<Copy> = {}): Copy {
  const rows = values.map((value) => ({ label: "Name", value }))
  const sections = [{ title: "About you", groups: [{ rows }] }]
  return { language: "en", firm_name: "Hartwell & Pryce", subject: "Wills", facts: [], sections, ...more }
}

/** As another program reads it: without the joiners that it leaves out, and the gaps it sees beside marks. */
async function readBack(copy: Copy): Promise<string> {
  const pdf = new Uint8Array(await renderCopyPdf(copy))
  return comparable((await extractText(await getDocumentProxy(pdf), { mergePages: true })).text)
}

function comparable(text: string): string {
  return text.normalize("NFKC").replace(/[\p{Cf}\s]/gu, "")
}

const names = {
  amharic: "አበበ ቢቂላ",
  arabic: "محمد بن عبد الله",
  arabic_ligatures: "علاء الدين سلام",
  armenian: "Արմեն Սարգսյան",
  bengali: "অমর্ত্য সেন",
  burmese: "အောင်ဆန်းစုကြည်",
  canadian_syllabics: "ᐃᓄᒃᑎᑐᑦ",
  cherokee: "ᏣᎳᎩ",
  chinese: "王小龍 𠮷田",
  cyrillic: "Владимир Ђорђе Қасым",
  devanagari: "प्रिया कृष्णमूर्ति",
  georgian: "გიორგი მაისურაძე",
  greek: "Γιώργος Παπαδόπουλος",
  gujarati: "કિરણ પટેલ",
  gurmukhi: "ਹਰਪ੍ਰੀਤ ਸਿੰਘ",
  hawaiian: "Kaʻiulani Kānehoalani",
  hebrew: "שרה כהן",
  hebrew_points: "שָׂרָה",
  japanese: "マイケル ジョン・スミス",
  japanese_long: "サーバー ひらがな ㈱ ㈜ ① ○●■",
  kannada: "ಕೃಷ್ಣ",
  khmer: "សុខា",
  korean: "김철수 (주)",
  lao: "ສົມພອນ",
  malayalam: "കൊച്ചി",
  nko: "ߒߞߏ",
  persian: "پژمان می‌خواهم",
  sinhala: "චන්ද්‍රිකා",
  tamil: "தமிழ்ச்செல்வி",
  telugu: "శ్రీనివాస్",
  thai: "สมชาย กำแพงทอง",
  urdu: "شاہد خان آفریدی",
  vietnamese: "Nguyễn Thị Minh Khai",
  yoruba: "Ọláwálé Ẹ́kúndayọ̀",
  symbols: "→ ≥ ≤ ☐ ☑ ✓ ★ ½ № €",
  ornamental: "𝒜𝓃𝒶",
}

test("a name in any script can be read and copied out of the PDF", async () => {
  const text = await readBack(copyWith(Object.values(names)))
  assert.doesNotMatch(text, /U\+[0-9A-F]{4}/)
  for (const [script, name] of Object.entries(names))
    assert.match(text, literally(comparable(name)), `${script}: ${name} in ${text}`)
})

test("a name in any script can be the title, a heading, a label, a cell and a footer", async () => {
  const columns = [
    { label: "שם", part: 1 },
    { label: "ราคา", part: 1, align: "right" as const },
  ]
  const groups = [
    { title: "კახა", rows: [{ label: "Ադա", value: "Ada" }], table: { columns, rows: [["محمد", "سعر"]] } },
  ]
  const text = await readBack(
    copyWith([], {
      firm_name: "כהן",
      subject: "ジョン・スミス",
      running: "مريم",
      sections: [{ title: "ສົມພອນ", groups }],
    }),
  )
  for (const shown of ["כהן", "ジョン・スミス", "مريم", "ສົມພອນ", "კახა", "Ադա", "שם", "محمد", "سعر", "ราคา"])
    assert.match(text, literally(comparable(shown)), `${shown} in ${text}`)
})

test("right-to-left words stay whole beside Latin words and numbers, and a long text loses none", async () => {
  const sentence = "السيد محمد (Ali Ruiz) يسكن 123 شارع النيل منذ ١٩٩٨."
  const text = await readBack(copyWith([sentence, "Ali محمد Ruiz", `${sentence} `.repeat(60).trim()]))
  for (const word of ["السيد", "محمد", "Ali", "123", "شارع", "١٩٩٨"])
    assert.ok(text.split(word).length > 60, `${word} in ${text}`)
  assert.match(text, literally("AliمحمدRuiz"), text)
})

test("a letter can be copied out, though an earlier copy drew it as a part of another", async () => {
  await readBack(copyWith(["ǿ"]))
  assert.match(await readBack(copyWith(["ø"])), /ø/)
})

test("text typed in any mixture of scripts yields a PDF", async () => {
  await openFonts(Object.values(names))
  const characters = [...new Set(Object.values(names).join("\u200d(a1"))].filter(canDraw)
  const value = fc.array(fc.constantFrom(...characters), { maxLength: 40 }).map((all) => all.join(""))
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 20 }), async (values) => {
      assert.ok((await renderCopyPdf(copyWith(values))).length > 1_000)
    }),
    { numRuns: Number(process.env.FOYER_RANDOM_RUNS ?? 4) },
  )
})

test("a trimmed installation keeps every font that PDFs use, and no other", () => {
  const used = new Set(Object.values(fontFiles).map((file) => require.resolve(file)))
  for (const file of used) {
    assert.ok(existsSync(file), file)
    assert.equal(isUnread(file), false, file)
  }
  for (const other of [
    "@expo-google-fonts/noto-sans/900Black/NotoSans_900Black.ttf",
    "@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf",
    "@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf",
    "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf.png",
    "@fontsource/noto-sans-thai/files/noto-sans-thai-thai-700-normal.woff",
    "@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff2",
    "@fontsource/noto-sans-thai/files/noto-sans-thai-latin-400-normal.woff",
  ])
    assert.equal(isUnread(require.resolve("pdfkit").replace(/pdfkit.*/, other)), true, other)
})

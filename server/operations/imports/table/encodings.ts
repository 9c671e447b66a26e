// The encodings in which office programs write tables, the letters of the languages that use them, and how their bytes
// are read.
export const encodings = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows, Western European",
  "iso-8859-15": "ISO, Western European",
  macintosh: "Mac, Western European",
  cp850: "DOS, Western European",
  "windows-1250": "Windows, Central European",
  "iso-8859-2": "ISO, Central European",
  "windows-1254": "Windows, Turkish",
  "windows-1257": "Windows, Baltic",
  "windows-1258": "Windows, Vietnamese",
  "windows-1253": "Windows, Greek",
  "windows-1251": "Windows, Cyrillic",
  "koi8-u": "KOI8, Cyrillic",
  ibm866: "DOS, Cyrillic",
  "windows-1255": "Windows, Hebrew",
  "windows-1256": "Windows, Arabic",
  "windows-874": "Windows, Thai",
  gb18030: "Chinese, simplified",
  big5: "Chinese, traditional",
  shift_jis: "Japanese",
  "euc-jp": "Japanese (EUC)",
  "euc-kr": "Korean",
} as const
export type Encoding = keyof typeof encodings

/** The text without the mark at its beginning; unreadable bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return encoding === "cp850" ? decodeDos(bytes) : new TextDecoder(encoding).decode(bytes)
}

/** Code page 850 from 0x80 on, which browsers and Node don't know. */
const dos = [
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»",
  "░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
  "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
].join("")

function decodeDos(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => dos[byte - 0x80] ?? String.fromCharCode(byte)).join("")
}

/** The letters of a language that are not ASCII, and how likely a list of clients has them at all. */
export interface Alphabet {
  characters: ReadonlySet<string>
  weight: number
  /** Words may have letters of ASCII. */
  is_latin: boolean
  /** What long words consist of to a quarter; bytes of another script rarely do. */
  vowels?: RegExp
}

const latin = (characters: string, weight = 1): Alphabet => ({
  ...{ characters: new Set(characters), weight },
  is_latin: true,
})
const other = (characters: string, vowels?: RegExp): Alphabet => ({
  ...{ characters: new Set(characters), weight: 1, is_latin: false },
  ...(vowels && { vowels }),
})
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join("")

const western = [
  ...["äöüß", "áéíóúñüçàèòï", "éèàâçêëîïôœùûüÿæ", "áâãàéêíóôõúüç", "àèéìíòóùú", "åäöøæéü"].map((characters) =>
    latin(characters),
  ),
  // In other encodings, these bytes are letters of languages with many more speakers.
  latin("ðþáéíóúýöæ", 0.9),
]
const central = [
  ...["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîșțşţ"],
].map((characters) => latin(characters))
const cyrillic = [other(`${range(0x430, 0x45f)}ґ`, /[аеёиоуыэюяіїє]/gu)]
const greek = [other(`${range(0x3ac, 0x3ce)}ΐ`, /[αεηιουωάέήίόύώϊϋΐΰ]/gu)]

/** How an encoding of two bytes a character is recognized: by its most frequent characters. */
export type IsFrequent = (lead: number, trail: number) => boolean

const within = (byte: number, first: number, last: number) => byte >= first && byte <= last

export interface Candidate {
  encoding: Encoding
  alphabets?: readonly Alphabet[]
  pairs?: { isLead: (byte: number) => boolean; isFrequent: IsFrequent }
}

const high = (byte: number) => byte >= 0x81

/** The first of equals wins; a UTF-8 file with a damaged character fits no other. */
export const candidates: readonly Candidate[] = [
  { encoding: "windows-1252", alphabets: western },
  { encoding: "iso-8859-15", alphabets: western },
  { encoding: "windows-1250", alphabets: central },
  { encoding: "iso-8859-2", alphabets: central },
  { encoding: "macintosh", alphabets: western },
  { encoding: "cp850", alphabets: western },
  { encoding: "utf-8", alphabets: [...western, ...central] },
  { encoding: "windows-1254", alphabets: [latin("çğıöşüâîû")] },
  { encoding: "windows-1257", alphabets: [latin("āčēģīķļņōŗšūž"), latin("ąčęėįšųūž"), latin("äöõüšž", 0.9)] },
  // Its letters are Cyrillic small letters, but Cyrillic capitals are none of its letters.
  { encoding: "windows-1255", alphabets: [other(range(0x5b0, 0x5ea))] },
  { encoding: "windows-1251", alphabets: cyrillic },
  { encoding: "koi8-u", alphabets: cyrillic },
  { encoding: "ibm866", alphabets: cyrillic },
  { encoding: "windows-1253", alphabets: greek },
  { encoding: "windows-1256", alphabets: [other(range(0x620, 0x6d3))] },
  {
    encoding: "euc-kr",
    pairs: { isLead: high, isFrequent: (lead, trail) => within(lead, 0xb0, 0xc8) && trail >= 0xa1 },
  },
  {
    encoding: "gb18030",
    pairs: { isLead: high, isFrequent: (lead, trail) => within(lead, 0xb0, 0xd7) && trail >= 0xa1 },
  },
  { encoding: "big5", pairs: { isLead: high, isFrequent: (lead) => within(lead, 0xa4, 0xc6) } },
  {
    encoding: "shift_jis",
    pairs: {
      isLead: (byte) => within(byte, 0x81, 0x9f) || within(byte, 0xe0, 0xfc),
      isFrequent: (lead) => within(lead, 0x81, 0x83) || within(lead, 0x88, 0x97),
    },
  },
  // As Thai, the bytes of other scripts are letters too.
  { encoding: "windows-874", alphabets: [other(range(0xe01, 0xe5b))] },
]

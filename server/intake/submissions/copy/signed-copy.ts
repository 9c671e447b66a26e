// A copy of what was signed: the text, who signed it, when and from where, and the checksum that ties them together.

import type { Language } from "../../../definition/text.ts"
import type { Firm } from "../../../firm/firms/firms.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { notFound } from "../../../platform/errors.ts"
import { blocksOf } from "../../agreements/blocks.ts"
import { listSignaturesOfVersion, type SignatureRow } from "../../agreements/signatures.ts"
import { field_height } from "../../agreements/strokes.ts"
import type { Party } from "../../matters/parties/parties.ts"
import type { Copy, CopyGroup, Figure } from "./copy-shape.ts"

export interface SignedCopy {
  /** Without its extension. */
  filename: string
  copy: Copy
}

/** The client who reads a copy. */
interface Reader {
  user_id: string
  party: Party
  contact_id: string | null
}

/**
 * The signed text with its signatures. If `reader` is given, the network addresses and devices of all others are left
 * out, which are evidence for the firm only, and so are those who were in the reader's place before, such as an earlier
 * spouse. Throws "not found".
 */
export async function signedCopyOf(
  tx: Tx,
  firm: Pick<Firm, "name" | "time_zone">,
  matter_id: string,
  signature_id: string,
  reader?: Reader,
): Promise<SignedCopy> {
  const [own, ...others] = await listSignaturesOfVersion(tx, matter_id, signature_id)
  const isHidden = ({ party, contact_id }: SignatureRow) =>
    party === reader?.party && contact_id !== reader.contact_id
  if (isHidden(own)) throw notFound()
  const signatures = [own, ...others.filter((each) => !isHidden(each))]
  const { language, title, text, version } = own
  const words = copyWords[language]
  const copy: Copy = {
    language,
    firm_name: firm.name,
    title: words.title,
    subject: title[language],
    facts: [
      { label: words.version, value: String(version) },
      { label: words.checksum, value: own.text_sha256 },
    ],
    sections: [
      { title: title[language], groups: blocksOf(text[language]).map(groupOf) },
      {
        title: words.signatures,
        groups: signatures.flatMap((signature) => {
          const isOpen = reader === undefined || signature.signed_by === reader.user_id
          return signatureGroup(signature, language, firm.time_zone, isOpen)
        }),
      },
    ],
    note: words.note,
  }
  return {
    filename: `${title[language]} - ${own.name}`,
    copy,
  }
}

function groupOf({ title, paragraphs }: ReturnType<typeof blocksOf>[number]): CopyGroup {
  return { ...(title !== undefined && { title }), text: paragraphs, rows: [] }
}

function signatureGroup(
  signature: SignatureRow,
  language: Language,
  time_zone: string,
  isOpen: boolean,
): CopyGroup {
  const words = copyWords[language]
  const { name, strokes, account, address, device, text_sha256, signed_at } = signature
  const locale = language === "es" ? "es-US" : "en-US"
  const when = signed_at.toLocaleString(locale, { timeZone: time_zone, dateStyle: "long", timeStyle: "long" })
  const evidence = [
    { label: words.account, value: account },
    { label: words.address, value: address },
    { label: words.device, value: device },
  ].filter(({ value }) => value !== "")
  return {
    title: name,
    figure: figureOf(signature, words.signature_of(name)),
    rows: [
      { label: words.name, value: name },
      { label: words.party, value: words.parties[signature.party] },
      { label: words.way, value: strokes ? words.drawn : words.typed },
      { label: words.signed_at, value: `${when} (${signed_at.toISOString()})` },
      ...(isOpen ? evidence : []),
      { label: words.checksum, value: `${words.languages[signature.language]}\n${text_sha256}` },
    ],
  }
}

function figureOf({ strokes, name }: SignatureRow, alt: string): Figure {
  const line = { points: [[0, 76] as const, [260, 76] as const], look: "soft" as const }
  if (!strokes) {
    const written = { text: name, size: 24, slanted: true }
    const box = { x: 0, y: 34, width: 400, height: 36, border: "none" as const, lines: [written] }
    return { alt, width: 400, height: 84, boxes: [box], lines: [line] }
  }
  const scale = 74 / field_height
  const drawn = strokes.map((stroke) => ({
    points: stroke.map(([x, y]) => [x * scale, y * scale] as const),
    look: "ink" as const,
    width: 1.6,
  }))
  return { alt, width: 400, height: 84, boxes: [], lines: [...drawn, line] }
}

const copyWords = {
  en: {
    title: "Signed copy",
    version: "Version",
    checksum: "Checksum of the text (SHA-256)",
    signatures: "Signatures",
    signature_of: (name: string) => `Signature of ${name}`,
    name: "Name, as typed",
    party: "Signed as",
    parties: { main: "Client", partner: "Spouse or partner of the client", representative: "Representative" },
    way: "Signature",
    typed: "Typed name",
    drawn: "Drawn",
    signed_at: "Signed",
    account: "Access",
    address: "Network address",
    device: "Device",
    languages: { en: "English", es: "Spanish" },
    note: "Each person read this text in the client portal, agreed to sign it electronically, and signed from an access of their own. The checksum is the SHA-256 of the title, an empty line and the text, as UTF-8.",
  },
  es: {
    title: "Copia firmada",
    version: "Versión",
    checksum: "Suma de verificación del texto (SHA-256)",
    signatures: "Firmas",
    signature_of: (name: string) => `Firma de ${name}`,
    name: "Nombre, tal como se escribió",
    party: "Firma como",
    parties: { main: "Cliente", partner: "Cónyuge o pareja del cliente", representative: "Representante" },
    way: "Firma",
    typed: "Nombre escrito",
    drawn: "A mano",
    signed_at: "Fecha y hora",
    account: "Acceso",
    address: "Dirección de red",
    device: "Dispositivo",
    languages: { en: "Inglés", es: "Español" },
    note: "Cada persona leyó este texto en el portal de clientes, aceptó firmarlo electrónicamente y firmó desde su propio acceso. La suma de verificación es el SHA-256 del título, una línea vacía y el texto, en UTF-8.",
  },
}

// The page of an agreement: the text, its signatures, and the form to sign it.
import type { FastifyRequest } from "fastify"
import { findLanguage } from "../../../definition/text.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { deviceName } from "../../../firm/users/device-name.ts"
import { Failure, type Fault, notFound } from "../../../platform/errors.ts"
import { textOf } from "../../../web/portal/form.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { lockForEditing } from "../../matters/editing.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { positionIn } from "../../portal/sections/position.tsx"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import type { Redirect, View } from "../../portal/view.tsx"
import { hashOf, languageSigned } from "../agreements.ts"
import { type Block, blocksOf } from "../blocks.ts"
import { listMatching, mustSign, signAgreement, type ToSign } from "../signing.ts"
import { parseStrokes } from "../strokes.ts"
import { confirmedField, SignForm } from "./sign-form.tsx"
import { Signatures } from "./signatures.tsx"
import { mailSignedReceipt } from "./signed-receipt.ts"
import { agreementUrl, maySign, titleOf } from "./to-sign.ts"

export async function showAgreement(
  req: PageRequest,
  request: RoutedRequest,
  { faults = [], has_changed = false }: { faults?: readonly Fault[]; has_changed?: boolean } = {},
): Promise<View> {
  const words = req.words.sign
  const dropped = await findDropped(req, request)
  if (dropped) return droppedView(req, dropped)
  const toSign = await findToSign(req, request)
  const signs = maySign(req) && mustSign(toSign, req.client.party)
  // A client who has signed sees the version they signed, even if the text has changed since.
  const signed = toSign.signers.find(({ party }) => party === req.client.party)?.signature
  const shown = signed ?? toSign
  const language = signed?.language ?? languageSigned(toSign, req.lang)
  const title = shown.title[language]
  const sentences = faults.map((fault) => ({ ...fault, message: sentenceOf(fault, req, toSign) }))
  return {
    title,
    status: faults.length > 0 ? 422 : has_changed ? 409 : 200,
    back: { href: "/portal" },
    position: await positionIn(req, toSign.agreement_id),
    errors: [
      ...(has_changed ? [{ href: "text", text: words.changed }] : []),
      ...sentences.map(({ param, message }) => ({ href: param, text: message })),
    ],
    islands: signs ? ["signature"] : [],
    body: (
      <>
        <PageHeading
          caption={words.part}
          title={<span lang={language}>{title}</span>}
          lede={signs ? words.lede(req.firm.name) : undefined}
        />
        {language !== req.lang && (
          <p class="hint">{signed ? words.as_signed : words.only_language(req.firm.name)}</p>
        )}
        <Card id="text">
          <div class="agreement" lang={language}>
            {blocksOf(shown.text[language]).map((block) => (
              <TextBlock key={block.title ?? block.paragraphs[0]} block={block} />
            ))}
          </div>
        </Card>
        {await Signatures({ req, toSign })}
        {signs && (
          <SignForm req={req} request={request} toSign={toSign} language={language} faults={sentences} />
        )}
        <p class="hint checksum">
          {words.checksum(shown.version)} <code>{hashOf(shown, language).toString("hex")}</code>
        </p>
      </>
    ),
  }
}

function TextBlock({ block: { title, paragraphs } }: { block: Block }) {
  return (
    <>
      {title !== undefined && <h2>{title}</h2>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  )
}

/** Where a signature came from, taken from the request and never from the form. */
export interface Origin {
  address: string
  device: string
}

export async function originOf(request: FastifyRequest): Promise<Origin> {
  return { address: request.ip, device: deviceName(String(request.headers["user-agent"] ?? "")) }
}

/** Signs as the signed-in client; the form cannot name another. */
export async function sign(
  req: PageRequest,
  request: RoutedRequest,
  origin: Origin = { address: "", device: "" },
): Promise<View | Redirect> {
  const { tx, matter, client, lang } = req
  await lockForEditing(tx, matter.id, async () => true)
  if (!maySign(req)) throw notFound()
  const dropped = await findDropped(req, request)
  if (dropped) return { ...droppedView(req, dropped), status: 409 }
  const toSign = await findToSign(req, request)
  const own = toSign.signers.find(({ party }) => party === client.party)
  // The firm no longer needs this signature, but has that of the other client.
  if (!own) return { ...droppedView(req, toSign), status: 409 }
  const { form } = request
  const strokes = parseStrokes(textOf(form, "strokes") ?? "")
  try {
    const id = await signAgreement(tx, matter.id, {
      agreement_id: toSign.agreement_id,
      version: Number(textOf(form, "version")),
      party: client.party,
      // The one they read; another page may have changed the client's since.
      language: findLanguage(textOf(form, "language")) ?? lang,
      name: textOf(form, "name") ?? "",
      confirmed_name: textOf(form, confirmedField) ?? "",
      strokes: strokes ?? null,
      agrees: textOf(form, "agree") !== undefined,
      account: client.email,
      ...origin,
    })
    if (!own.signature) {
      const label = `${titleOf(toSign, req)} (${toSign.version})`
      await recordAudit(tx, "agreement_signed", { matter_id: matter.id, record_id: id, label })
      await mailSignedReceipt(req, titleOf(toSign, req))
    }
    return { to: agreementUrl(toSign.agreement_id), done: { key: "signed", name: titleOf(toSign, req) } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === "agreement_changed") return showAgreement(req, request, { has_changed: true })
    if (error.kind !== "bad_request") throw error
    return showAgreement(req, request, { faults: error.errors ?? [] })
  }
}

/** The agreement of which the firm needs no signature anymore. */
async function findDropped(
  { tx, matter }: PageRequest,
  { params }: RoutedRequest,
): Promise<ToSign | undefined> {
  const all = await listMatching(tx, matter.id)
  return all.find(({ agreement_id, signers }) => agreement_id === params.agreement_id && signers.length === 0)
}

function droppedView(req: PageRequest, toSign: ToSign): View {
  const title = titleOf(toSign, req)
  return {
    title,
    back: { href: "/portal" },
    body: (
      <PageHeading caption={req.words.sign.part} title={title} lede={req.words.sign.dropped(req.firm.name)} />
    ),
  }
}

async function findToSign(req: PageRequest, { params }: RoutedRequest): Promise<ToSign> {
  const toSign = (await req.loaded.toSign()).find(({ agreement_id }) => agreement_id === params.agreement_id)
  if (!toSign) throw notFound()
  return toSign
}

function sentenceOf({ code }: Fault, req: PageRequest, { signers }: ToSign): string {
  const { faults } = req.words.sign
  const own = signers.find(({ party }) => party === req.client.party)?.full_name ?? ""
  const other = signers.find(({ party }) => party !== req.client.party)?.full_name ?? ""
  if (code === "name_of_other") return faults.name_of_other(other)
  if (code === "name_differs") return faults.name_differs(own)
  return { name_too_long: faults.name_too_long, agreement_missing: faults.agree }[code] ?? faults.name_missing
}

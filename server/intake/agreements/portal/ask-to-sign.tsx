// Asking the other of two clients to sign: an email with their own link, at most once a day. If they have no link yet,
// the reader gives an address and the firm is told. Where only the firm hands out links, a message asks the firm.

import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { notFound } from "../../../platform/errors.ts"
import { textOf } from "../../../web/portal/form.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { emailFault, inviteOtherClient } from "../../handovers/portal/hand-over.ts"
import { findOtherClient, type OtherClient } from "../../handovers/portal/other-client.ts"
import { EmailField } from "../../handovers/portal/page.tsx"
import { lockForEditing } from "../../matters/editing.ts"
import { readRequestedSigner } from "../../matters/parties/requested-signers.ts"
import { openTopic } from "../../messages/writing.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { NewRecord, newRecordId, type RoutedRequest } from "../../portal/sections/section.tsx"
import type { Redirect, View } from "../../portal/view.tsx"
import { dateTimeIn } from "../../portal/who-and-when.ts"
import { askToSign } from "../asking.ts"
import { mustSign, type ToSign } from "../signing.ts"
import { maySign, titleOf } from "./to-sign.ts"

export const askToSignUrl = "/portal/signature-request"

interface OtherSigner extends OtherClient {
  toSign: readonly ToSign[]
  requested_at: Date | null
  /** How they are asked: at the address of their link, at one the reader gives, or by the firm. */
  way: "just_requested" | "mail" | "invite" | "firm"
}

/** The other client, while the firm expects their signature; undefined for a reader who cannot ask. */
export async function findOtherSigner(req: PageRequest): Promise<OtherSigner | undefined> {
  if (!maySign(req)) return undefined
  const other = await findOtherClient(req)
  const toSign = (await req.loaded.toSign()).filter((each) => other && mustSign(each, other.party))
  if (!other || toSign.length === 0) return undefined
  const { invitation } = other
  if (!invitation) {
    const way = req.may_edit && other.may_invite_to_sign ? "invite" : "firm"
    return { ...other, toSign, requested_at: null, way }
  }
  const { requested_at, was_just_requested, has_address } = await readRequestedSigner(req.tx, invitation.id)
  return {
    ...other,
    toSign,
    requested_at,
    way: was_just_requested ? "just_requested" : has_address ? "mail" : "firm",
  }
}

/** The button that asks the other client to sign, or when they were asked; null if there is no one to ask. */
export async function AskToSign({ req, is_main = false }: { req: PageRequest; is_main?: boolean }) {
  const other = await findOtherSigner(req)
  if (!other) return null
  const words = req.words.sign.ask
  const { name, way, requested_at } = other
  if (way === "just_requested")
    return <p class="hint">{words.requested(name, requested_at ? dateTimeIn(requested_at, req) : "")}</p>
  const look = {
    variant: is_main ? "primary" : "secondary",
    wide: is_main,
    children: words.button(name),
  } as const
  if (way !== "mail")
    return (
      <Actions>
        <LinkButton {...look} href={askToSignUrl} />
      </Actions>
    )
  return (
    <form method="post" action={askToSignUrl}>
      <Actions>
        <Button {...look} />
      </Actions>
    </form>
  )
}

/** The page that asks for what the request needs: the other client's address, or only a press. */
export async function showAskToSign(
  req: PageRequest,
  { form }: RoutedRequest,
  fault?: string,
): Promise<View | Redirect> {
  const other = await findOtherSigner(req)
  if (!other) return { to: "/portal" }
  const { name, way, toSign } = other
  const words = req.words.sign.ask
  const title = words.button(name)
  const lede = {
    just_requested: words.requested(name, other.requested_at ? dateTimeIn(other.requested_at, req) : ""),
    mail: words.mail(name),
    invite: words.invite(name, req.firm.name),
    firm: words.by_firm(name, req.firm.name),
  }[way]
  return {
    title,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: "email", text: fault }] : [],
    back: { href: "/portal/check" },
    body: (
      <>
        <PageHeading
          caption={toSign.map((each) => titleOf(each, req)).join(", ")}
          title={title}
          lede={lede}
        />
        {way !== "just_requested" && (
          <PageForm
            action={askToSignUrl}
            words={req.words}
            submit={way === "firm" ? words.tell(req.firm.name) : title}
          >
            {way === "firm" && <NewRecord id={newRecordId("message", form)} />}
            {way !== "mail" && (
              <EmailField
                {...{ req, other, request: { form } }}
                faults={fault ? { email: fault } : {}}
                is_for_firm={way === "firm"}
              />
            )}
          </PageForm>
        )}
      </>
    ),
  }
}

export async function sendAskToSign(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const { tx, parts, matter } = req
  // The other client's link opens nothing.
  if (matter.sharing_paused_at) return { to: "/portal" }
  // First: what the other tab or the firm does at the same time is seen from here on.
  await lockForEditing(tx, matter.id, async () => true)
  const other = await findOtherSigner(req)
  if (!other) throw notFound()
  const { name, way, invitation } = other
  if (way === "just_requested") return { to: "/portal" }
  const typed = parseEmail(textOf(request.form, "email"))
  const fault =
    way === "invite" || (way === "firm" && typed.kind !== "empty" && typed.kind !== "absent")
      ? emailFault(req, other, typed)
      : undefined
  if (fault) return showAskToSign(req, request, fault)
  const email = typed.kind === "value" ? typed.value : ""
  if (way === "firm") {
    const words = req.words.sign.ask
    const text = words.message(name, other.toSign.map((each) => titleOf(each, req)).join(", "), email)
    const id = newRecordId("message", request.form)
    await openTopic(tx, parts, matter.id, { id, subject: words.subject(name), text })
    return { to: "/portal", done: { key: "message_sent", name: "" } }
  }
  const invitation_id = invitation?.id ?? (await inviteOtherClient(req, other, email))
  const label = `${name}: ${other.toSign.map((each) => titleOf(each, req)).join(", ")}`
  await askToSign(tx, parts, {
    matter_id: matter.id,
    invitation_id,
    by: req.first_name,
    label,
    language: req.lang,
  })
  return { to: "/portal", done: { key: "signature_requested", name } }
}

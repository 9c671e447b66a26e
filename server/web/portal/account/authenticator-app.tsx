// A client's authenticator app: set up, move to another phone, turn off, and renew the recovery codes.

import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { tellOfChange } from "../../../firm/users/notices.ts"
import { renewRecoveryCodes } from "../../../firm/users/sign-in/recovery-codes.ts"
import {
  enableSecondFactor,
  isCodeOf,
  newSecondFactor,
  removeSecondFactor,
  secondFactorUri,
} from "../../../firm/users/sign-in/second-factor.ts"
import { readClientSignIn } from "../../../intake/matters/invitations/invited.ts"
import type { Parts } from "../../../parts.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { Actions, LinkButton } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { QrImage } from "../../ui/components/qr-image.tsx"
import { CodeField } from "../../ui/components/text-field.tsx"
import { textOf } from "../form.ts"
import type { PageRequest } from "../page-request.ts"
import type { View } from "../view.tsx"
import { wordsIn } from "../words/words.ts"
import { type AccountChange, prepareNothing } from "./account-change.tsx"
import { accountUrl } from "./account-url.ts"
import { hasFirstFactor } from "./proof/proof.ts"
import { faultAt } from "./proof/proof-fields.tsx"

interface Enrollment {
  secret: string
  code: string
}

/** Turns the second factor on, or moves it to another app. Shows the recovery codes only once. */
export const enrollment: AccountChange<Enrollment> = {
  show: async (req, { form }, { sign_in, faults }) => {
    if (!hasFirstFactor(sign_in) && !sign_in.has_second_factor) return { to: accountUrl }
    const { client, firm, parts, lang } = req
    const words = wordsIn(lang).app
    // The form carries the sealed secret until the client enters a code made with it. Nothing is stored before.
    const secret = openOffer(parts, client.user_id, form) ?? newSecondFactor()
    const uri = secondFactorUri(secret, { email: sign_in.email || client.name, firm_name: firm.name })
    const isMove = sign_in.has_second_factor
    return {
      title: isMove ? words.move_title : words.new_title,
      lede: isMove ? words.move_lede : words.new_lede,
      submit: words.submit,
      proof_last: true,
      before: (
        <>
          <ol class="instructions">
            <li>{words.step_app}</li>
            <li>{words.step_scan}</li>
            <li>{words.step_type}</li>
          </ol>
          <QrImage text={uri} label={words.picture} />
          <p>
            <a href={uri}>{words.open_here}</a>
          </p>
          <p>
            {words.key}: <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
          </p>
        </>
      ),
      fields: (
        <>
          <input type="hidden" name="offer" value={parts.ring.seal(secret, contextOf(client.user_id))} />
          <CodeField
            id="code"
            label={words.new_code_label}
            value={textOf(form, "code")}
            error={faultAt(faults, "code")}
          />
        </>
      ),
    }
  },
  prepare: async (request, parts, { form }) => {
    const user_id = await request.inPortal(async (_, client) => client.user_id)
    const secret = openOffer(parts, user_id, form)
    const code = (textOf(form, "code") ?? "").trim()
    if (secret && isCodeOf(secret, code, parts.db.clock())) return { ready: { secret, code } }
    return { refused: (req) => wrongCode(req, code) }
  },
  change: async (req, _proof, { secret, code }) => {
    const { tx, client, parts } = req
    const { has_second_factor } = await readClientSignIn(tx, client)
    if (!(await enableSecondFactor(tx, parts.ring, client.user_id, { secret, code })))
      return wrongCode(req, code)
    const codes = await renewRecoveryCodes(tx, client.user_id)
    await recordChange(req, has_second_factor ? "second_factor_moved" : "second_factor_on")
    return codesView(req, codes)
  },
}

export const appRemoval: AccountChange<undefined> = {
  show: async ({ lang }, _request, { sign_in }) => {
    const words = wordsIn(lang).app
    if (!sign_in.has_second_factor) return { to: accountUrl }
    return {
      title: words.removal_title,
      lede: words.removal_lede,
      submit: words.removal_submit,
      is_danger: true,
    }
  },
  prepare: prepareNothing,
  change: async (req) => {
    await removeSecondFactor(req.tx, req.client.user_id)
    await recordChange(req, "second_factor_off")
    return { to: `${accountUrl}#app` }
  },
}

export const recoveryCodes: AccountChange<undefined> = {
  show: async ({ lang }, _request, { sign_in }) => {
    const words = wordsIn(lang).app
    if (!sign_in.has_second_factor) return { to: accountUrl }
    return { title: words.renewal_title, lede: words.renewal_lede, submit: words.renewal_submit }
  },
  prepare: prepareNothing,
  change: async (req, { has_second_factor }) => {
    if (!has_second_factor) return { to: accountUrl }
    const codes = await renewRecoveryCodes(req.tx, req.client.user_id)
    await recordChange(req, "recovery_codes_renewed")
    return codesView(req, codes)
  },
}

/** Rendered only as the response to the form, so no URL shows the codes again. */
function codesView({ lang }: PageRequest, codes: readonly string[]): View {
  const words = wordsIn(lang).app
  return {
    title: words.codes_title,
    body: (
      <>
        <PageHeading title={words.codes_title} lede={words.codes_lede} />
        <ul class="codes" aria-label={words.codes_label}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p>{words.codes_note}</p>
        <Actions>
          <LinkButton href={`${accountUrl}#app`} wide>
            {words.codes_saved}
          </LinkButton>
        </Actions>
      </>
    ),
  }
}

function wrongCode({ lang }: PageRequest, code: string) {
  const words = wordsIn(lang).app
  return { href: "code", text: code ? words.new_code_wrong : words.new_code_missing }
}

async function recordChange(
  { tx, client, parts }: PageRequest,
  change: "second_factor_on" | "second_factor_moved" | "second_factor_off" | "recovery_codes_renewed",
): Promise<void> {
  const { user_id, matter_id, session_id } = client
  const { email } = await readClientSignIn(tx, client)
  if (change !== "recovery_codes_renewed") await endSessionsOf(tx, user_id, session_id)
  await recordAudit(tx, `client_${change}`, { matter_id, record_id: user_id })
  await tellOfChange(tx, parts, user_id, change, { email, matter_id })
}

/** The secret that the form carries; undefined if the seal is not ours. */
function openOffer({ ring }: Pick<Parts, "ring">, user_id: string, form: Form): string | undefined {
  try {
    return ring.open(textOf(form, "offer") ?? "", contextOf(user_id))
  } catch {
    return undefined
  }
}

function contextOf(user_id: string): string {
  return `second_factor_offer:${user_id}`
}

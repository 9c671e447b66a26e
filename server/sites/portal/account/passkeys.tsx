// A client's own passkeys. Adding and removing one requires a fresh proof of identity.

import { inOneLine } from "../../../definition/values/typed-text.ts"
import { openOffer, sealOffer } from "../../../firm/access/passkey-offers.ts"
import { listSessions } from "../../../firm/access/sessions.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { deviceName } from "../../../firm/users/device-name.ts"
import { tellOfChange } from "../../../firm/users/notices.ts"
import {
  addPasskey,
  listPasskeys,
  listStoredPasskeys,
  type Passkey,
  removePasskey,
  requireFreshChallenge,
} from "../../../firm/users/sign-in/passkeys.ts"
import { readClientSignIn } from "../../../intake/matters/invitations/invited.ts"
import type { PageRequest } from "../../../intake/portal/page-request.ts"
import type { RoutedRequest } from "../../../intake/portal/sections/section.tsx"
import { timeOf } from "../../../intake/portal/who-and-when.ts"
import { found } from "../../../platform/errors.ts"
import { createRegistrationOptions, type NewPasskey, verifyNewPasskey } from "../../../platform/passkeys.ts"
import { textOf } from "../../../web/portal/form.ts"
import { wordsIn } from "../../../web/portal/words/words.ts"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card, SummaryList } from "../../../web/ui/components/card.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { type AccountChange, prepareNothing } from "./account-change.tsx"
import { accountUrl } from "./account-url.ts"
import { faultAt } from "./proof/proof-fields.tsx"

const max_name = 100

/** The list on the account page. */
export function PasskeyCard({ passkeys, req }: { passkeys: readonly Passkey[]; req: PageRequest }) {
  const words = req.words.passkeys
  return (
    <Card title={words.title} id="passkeys">
      {passkeys.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <SummaryList
          rows={passkeys.map(({ id, name, created_at, last_used_at }) => ({
            id,
            key: name,
            named: true,
            value: (
              <>
                {words.added(timeOf(created_at, req))}
                <br />
                {last_used_at ? words.last_used(timeOf(last_used_at, req)) : words.never_used}
              </>
            ),
            actions: [
              { href: `${accountUrl}/passkeys/${id}/removal`, text: req.words.frame.remove, about: name },
            ],
          }))}
        />
      )}
      <Actions>
        <LinkButton href={`${accountUrl}/passkeys/new`} variant="secondary">
          {words.add}
        </LinkButton>
      </Actions>
    </Card>
  )
}

interface VerifiedPasskey {
  name: string
  passkey: NewPasskey
  challenge: string
}

export const newPasskey: AccountChange<VerifiedPasskey> = {
  show: async (req, { form }, { faults }) => {
    const { tx, client, firm, parts, lang } = req
    const words = wordsIn(lang).passkeys
    const [known, sessions, { email }] = await Promise.all([
      listStoredPasskeys(tx, client.user_id),
      listSessions(tx, client.user_id),
      readClientSignIn(tx, client),
    ])
    const device = sessions.find(({ id }) => id === client.session_id)?.device ?? ""
    const account = words.account(req.questionnaire_title)
    const options = await createRegistrationOptions(parts.base_url, {
      user_id: client.user_id,
      // A person may have accounts in several matters, which their device lists together.
      user_name: email ? `${email} (${req.questionnaire_title})` : account,
      firm_name: firm.name,
      known: known.map(({ credential_id }) => credential_id),
    })
    return {
      title: words.add,
      lede: words.new_lede,
      submit: words.create,
      islands: ["passkey"],
      before: <p id="no-passkey">{words.unable}</p>,
      passkey: {
        ceremony: "create",
        options,
        offer: sealOffer(parts.ring, options.challenge, client.user_id, tx.now),
        trouble: words.trouble,
      },
      fields: (
        <TextField
          id="name"
          label={words.name_label}
          hint={words.name_hint}
          value={textOf(form, "name") ?? deviceName(device)}
          maxlength={max_name}
          error={faultAt(faults, "name")}
        />
      ),
    }
  },
  prepare: async (request, parts, { form }) => {
    const name = inOneLine((textOf(form, "name") ?? "").slice(0, 1_000))
    if (name === "" || name.length > max_name)
      return {
        refused: ({ lang }) => ({
          href: "name",
          text: name ? wordsIn(lang).passkeys.name_too_long(max_name) : wordsIn(lang).passkeys.name_missing,
        }),
      }
    const user_id = await request.inPortal(async (_, client) => client.user_id)
    const challenge = openOffer(parts.ring, textOf(form, "offer") ?? "", user_id, parts.db.clock())
    const passkey =
      challenge && (await verifyNewPasskey(parts.base_url, challenge, textOf(form, "credential") ?? ""))
    return challenge && passkey
      ? { ready: { name, passkey, challenge } }
      : { refused: ({ lang }) => ({ href: "#main", text: wordsIn(lang).passkeys.not_created }) }
  },
  complete: async (ready, parts) => {
    await requireFreshChallenge(parts, ready.challenge)
    return ready
  },
  change: async (req, _proof, { name, passkey }) => {
    const { tx, client, lang } = req
    const { user_id, matter_id } = client
    if (!(await addPasskey(tx, { user_id, matter_id }, name, passkey)))
      return { href: "#main", text: wordsIn(lang).passkeys.known }
    await recordChange(req, "passkey_added", name)
    return { to: `${accountUrl}?saved=passkey#passkeys` }
  },
}

export const passkeyRemoval: AccountChange<undefined> = {
  show: async (req, request) => {
    const words = req.words.passkeys
    const { name } = await findOwn(req, request)
    return {
      title: words.removal_title,
      lede: words.removal_lede(name),
      submit: words.removal_submit,
      is_danger: true,
    }
  },
  prepare: prepareNothing,
  change: async (req, _proof, _ready, request) => {
    const { id, name } = await findOwn(req, request)
    await removePasskey(req.tx, req.client.user_id, id)
    await recordChange(req, "passkey_removed", name)
    return { to: `${accountUrl}#passkeys` }
  },
}

async function findOwn({ tx, client }: PageRequest, { params }: RoutedRequest): Promise<Passkey> {
  const own = await listPasskeys(tx, client.user_id)
  return found(own.find(({ id }) => id === params.passkey_id))
}

async function recordChange(
  { tx, client, parts }: PageRequest,
  change: "passkey_added" | "passkey_removed",
  label: string,
): Promise<void> {
  const { user_id, matter_id } = client
  const { email } = await readClientSignIn(tx, client)
  await recordAudit(tx, change, { matter_id, record_id: user_id, label })
  await tellOfChange(tx, parts, user_id, change, { email, matter_id })
}

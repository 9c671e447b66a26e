// Adds and removes a member's own passkeys, each time after verifying the password and code.

import { badField, conflict, found } from "../../../../platform/errors.ts"
import { createRegistrationOptions, verifyNewPasskey } from "../../../../platform/passkeys.ts"
import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import { line } from "../../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../../web/console/forms/unseen-fields.tsx"
import { trimmedTextOf } from "../../../../web/console/page-request.ts"
import { openOffer, sealOffer } from "../../../access/passkey-offers.ts"
import { listSessions } from "../../../access/sessions.ts"
import { deviceName } from "../../device-name.ts"
import { tellOfChange } from "../../notices.ts"
import {
  addPasskey,
  listPasskeys,
  listStoredPasskeys,
  removePasskey,
  requireFreshChallenge,
} from "../../sign-in/passkeys.ts"
import { requireUnchanged } from "../../sign-in/proof.ts"
import { accountCrumb, accountForm, formOf, proofFields, receiveProof } from "./proof.tsx"

const home = accountCrumb.href

export const newPasskey = form({
  open: async ({ tx, staff, parts }) => {
    const [known, sessions] = await Promise.all([
      listStoredPasskeys(tx, staff.user_id),
      listSessions(tx, staff.user_id),
    ])
    const device = sessions.find(({ id }) => id === staff.session_id)?.device ?? ""
    const options = await createRegistrationOptions(parts.base_url, {
      user_id: staff.user_id,
      user_name: staff.email,
      firm_name: staff.firm.name,
      known: known.map(({ credential_id }) => credential_id),
    })
    return {
      title: "Add a passkey",
      ...accountForm,
      lede: "Your device asks for your fingerprint, face or PIN and saves a passkey for this site.",
      islands: ["passkey"],
      intro: <p id="no-passkey">This browser can’t create passkeys, or JavaScript is turned off.</p>,
      attributes: {
        hidden: true,
        "data-passkey": JSON.stringify(options),
        "data-ceremony": "create",
        "data-trouble": "The device did not create a passkey. Try again, or use another browser.",
      },
      fields: {
        offer: hidden(sealOffer(parts.ring, options.challenge, staff.user_id, tx.now)),
        name: line({
          label: "Name of this device",
          hint: "Helps you tell your passkeys apart.",
          max: 100,
          width: 30,
          missing: "Give this device a name, in at most 100 characters.",
          value: deviceName(device),
        }),
        ...proofFields(staff),
        credential: credentialField,
      },
      submit: "Create the passkey",
    }
  },
  receive: async (request, staff, parts) => {
    const form = formOf(request)
    const challenge = openOffer(parts.ring, trimmedTextOf(form, "offer"), staff.user_id, parts.db.clock())
    const passkey =
      challenge && (await verifyNewPasskey(parts.base_url, challenge, trimmedTextOf(form, "credential")))
    if (!challenge || !passkey)
      throw badField("main", "passkey_not_created", "The passkey was not created. Try again.")
    const proof = await receiveProof(request, staff, parts)
    await requireFreshChallenge(parts, challenge)
    return { proof, passkey }
  },
  save: async ({ tx, staff, parts }, { name }, _, { proof, passkey }) => {
    await requireUnchanged(tx, proof)
    if (!(await addPasskey(tx, { user_id: staff.user_id }, name, passkey)))
      throw conflict(
        "passkey_known",
        "This passkey is already in the list, or the list is full. Remove one first.",
      )
    await tellOfChange(tx, parts, staff.user_id, "passkey_added")
    return { done: "passkey_added", to: `${home}#passkeys`, about: { record_id: staff.user_id, label: name } }
  },
})

/** The island fills it in, and says below it what went wrong. */
const credentialField = {
  ...hidden(""),
  control: () => (
    <>
      <input type="hidden" name="credential" value="" />
      <p role="status" />
    </>
  ),
}

/** On the account page: which one, and the password and code. */
export const passkeyRemoval = form({
  open: async ({ tx, staff }) => {
    const own = await listPasskeys(tx, staff.user_id)
    return {
      title: "Remove a passkey",
      text: ["You will no longer be able to sign in with it. Remove it from the device as well."],
      fields: {
        passkey_id: choice({
          label: "Passkey",
          options: own.map(({ id, name }) => ({ value: id, label: name })),
          missing: "Choose the passkey to remove.",
        }),
        ...proofFields(staff),
      },
      record: own,
      submit: own.length > 0 ? "Remove the passkey" : undefined,
      variant: "danger",
      cancel: `${home}#passkeys`,
    }
  },
  receive: receiveProof,
  save: async ({ tx, staff, parts }, { passkey_id }, own, proof) => {
    await requireUnchanged(tx, proof)
    const { id, name } = found(own.find((passkey) => passkey.id === passkey_id))
    await removePasskey(tx, staff.user_id, id)
    await tellOfChange(tx, parts, staff.user_id, "passkey_removed")
    return { done: "passkey_removed", about: { record_id: staff.user_id, label: name } }
  },
})

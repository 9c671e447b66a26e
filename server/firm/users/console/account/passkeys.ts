// Adds and removes a member's own passkeys, each time after verifying the password and code.

import { inOneLine } from "../../../../definition/values/typed-text.ts"
import { badRequest, conflict, type Fault, found } from "../../../../platform/errors.ts"
import { type NewPasskey, verifyNewPasskey } from "../../../../platform/passkeys.ts"
import { type PageRequest, textOf } from "../../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../../web/console/routing.ts"
import { openOffer } from "../../../access/passkey-offers.ts"
import { recordAudit } from "../../../audit/audit.ts"
import { tellOfChange } from "../../notices.ts"
import {
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  requireFreshChallenge,
} from "../../sign-in/passkeys.ts"
import { type Proof, requireUnchanged } from "../../sign-in/proof.ts"
import { newPasskeyPage, passkeyRemovalPage } from "./passkey-pages.tsx"
import { formOf, receiveProof } from "./proof.ts"

const home = "/console/account"

export const newPasskey: ConsoleForm<{ proof: Proof; passkey: NewPasskey; name: string }> = {
  show: async (req, refused) => newPasskeyPage(req, refused),
  receive: async (request, staff, parts) => {
    const form = formOf(request)
    const name = inOneLine(textOf(form, "name").slice(0, 1_000))
    if (!name || name.length > 100) throw badRequest([nameMissing])
    const challenge = openOffer(parts.ring, textOf(form, "offer"), staff.user_id, parts.db.clock())
    const passkey =
      challenge && (await verifyNewPasskey(parts.base_url, challenge, textOf(form, "credential")))
    if (!challenge || !passkey) throw badRequest([notCreated])
    const proof = await receiveProof(request, staff, parts)
    await requireFreshChallenge(parts, challenge)
    return { proof, passkey, name }
  },
  act: async ({ tx, staff, parts }, received) => {
    if (!received) throw badRequest([notCreated])
    const { proof, passkey, name } = received
    await requireUnchanged(tx, proof)
    if (!(await addPasskey(tx, { user_id: staff.user_id }, name, passkey)))
      throw conflict(
        "passkey_known",
        "This passkey is already in the list, or the list is full. Remove one first.",
      )
    await recordAudit(tx, "passkey_added", { record_id: staff.user_id, label: name })
    await tellOfChange(tx, parts, staff.user_id, "passkey_added")
    return { to: `${home}#passkeys`, flash: { done: "passkey_added" } }
  },
}

export const passkeyRemoval: ConsoleForm<Proof> = {
  show: async (req, refused) => passkeyRemovalPage(req, (await findOwn(req)).name, refused),
  receive: receiveProof,
  act: async (req, proof) => {
    const { tx, staff, parts } = req
    const { id, name } = await findOwn(req)
    if (!proof) throw badRequest([])
    await requireUnchanged(tx, proof)
    await removePasskey(tx, staff.user_id, id)
    await recordAudit(tx, "passkey_removed", { record_id: staff.user_id, label: name })
    await tellOfChange(tx, parts, staff.user_id, "passkey_removed")
    return { to: `${home}#passkeys`, flash: { done: "passkey_removed" } }
  },
}

async function findOwn({ tx, staff, param }: PageRequest): Promise<Passkey> {
  const own = await listPasskeys(tx, staff.user_id)
  return found(own.find(({ id }) => id === param("passkey_id")))
}

const nameMissing: Fault = {
  param: "name",
  code: "required",
  message: "Give this device a name, in at most 100 characters.",
}

const notCreated: Fault = {
  param: "main",
  code: "passkey_not_created",
  message: "The passkey was not created. Try again.",
}

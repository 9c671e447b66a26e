// Sets up, moves and turns off a member's own two-factor authentication, and creates recovery codes.

import { badRequest, type Fault } from "../../../../platform/errors.ts"
import { localPath } from "../../../../web/console/next.ts"
import { textOf } from "../../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../../web/console/routing.ts"
import { endSessionsOf } from "../../../access/sessions.ts"
import { tellOfChange } from "../../notices.ts"
import { type Proof, requireUnchanged } from "../../sign-in/proof.ts"
import { renewRecoveryCodes } from "../../sign-in/recovery-codes.ts"
import { enableSecondFactor, isCodeOf, removeSecondFactor } from "../../sign-in/second-factor.ts"
import { formOf, receiveProof } from "./proof.ts"
import { enrollmentPage, openOffer, recoveryCodesPage, removalPage } from "./second-factor-pages.tsx"

const home = "/console/account"

/** Turns two-factor authentication on, or moves it to another app, and shows new recovery codes. */
export const enrollment: ConsoleForm<Proof> = {
  show: async (req, refused) => enrollmentPage(req, refused),
  receive: async (request, staff, parts) => {
    const form = formOf(request)
    const secret = openOffer({ staff, parts }, { form })
    if (!secret || !isCodeOf(secret, textOf(form, "code"), parts.db.clock())) throw badRequest([wrongCode])
    return receiveProof(request, staff, parts)
  },
  act: async (req, proof) => {
    const { tx, staff, parts, form } = req
    const secret = openOffer(req, { form })
    if (!proof || !secret) throw badRequest([wrongCode])
    await requireUnchanged(tx, proof)
    const isOn = await enableSecondFactor(tx, parts.ring, staff.user_id, {
      secret,
      code: textOf(form, "code"),
    })
    if (!isOn) throw badRequest([wrongCode])
    const codes = await renewRecoveryCodes(tx, staff.user_id)
    await endSessionsOf(tx, staff.user_id, staff.session_id)
    const done = proof.has_second_factor ? "second_factor_moved" : "second_factor_on"
    await tellOfChange(tx, parts, staff.user_id, done)
    const { next } = req.query
    const goOn = next ? `?${new URLSearchParams({ next: localPath(next) })}` : ""
    return { to: `${home}/recovery-codes${goOn}`, flash: { done, handed: { codes } } }
  },
}

export const removal: ConsoleForm<Proof> = {
  show: async (req, refused) => removalPage(req, refused),
  receive: receiveProof,
  act: async ({ tx, staff, parts }, proof) => {
    if (!proof) throw badRequest([])
    await requireUnchanged(tx, proof)
    await removeSecondFactor(tx, staff.user_id)
    await endSessionsOf(tx, staff.user_id, staff.session_id)
    await tellOfChange(tx, parts, staff.user_id, "second_factor_off")
    return { to: home, flash: { done: "second_factor_off" } }
  },
}

export const recoveryCodes: ConsoleForm<Proof> = {
  show: async (req, refused) => recoveryCodesPage(req, refused),
  receive: receiveProof,
  act: async ({ tx, staff, parts }, proof) => {
    if (!proof) throw badRequest([])
    await requireUnchanged(tx, proof)
    const codes = await renewRecoveryCodes(tx, staff.user_id)
    await tellOfChange(tx, parts, staff.user_id, "recovery_codes_renewed")
    return { to: `${home}/recovery-codes`, flash: { done: "recovery_codes_created", handed: { codes } } }
  },
}

const wrongCode: Fault = {
  param: "code",
  code: "not_matching",
  message: "This code does not match the QR code. Enter the six digits the app shows now.",
}

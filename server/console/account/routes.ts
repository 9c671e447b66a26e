import { endSession, endSessionsOf, listSessions } from "../../access/sessions.ts"
import { badRequest, type Fault, notFound } from "../../platform/errors.ts"
import { hashPassword } from "../../platform/secrets/passwords.ts"
import { passwordFault } from "../../users/password_rules.ts"
import {
  enableSecondFactor,
  isCodeOf,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../users/second_factor.ts"
import { isOwnPassword, storePassword } from "../../users/sign_in.ts"
import { changePreferences } from "../../users/users.ts"
import type { Console } from "../routing.ts"
import type { Answer, View } from "../view.tsx"
import { type Tried, textOf, type Visit } from "../visit.ts"
import { accountPage, passwordPage } from "./pages.tsx"
import { enrolmentPage, openOffer, recoveryCodesPage, secondStepRemovalPage } from "./second_step_pages.tsx"

const home = "/console/account"
const without = { without_second_factor: true }

/** What everybody does for themselves: password, second step, the browsers they are signed in on. */
export function accountRoutes(console: Console): void {
  console.page(home, accountPage)

  console.form(`${home}/password`, {
    show: async (_, tried) => passwordPage(tried),
    act: changeOwnPassword,
  })

  console.form(
    `${home}/second-step`,
    { show: async (visit, tried) => enrolmentPage(visit, tried), act: enrol },
    without,
  )

  console.form(`${home}/second-step/removal`, {
    show: async (_, tried) => secondStepRemovalPage(tried),
    act: async (visit) => {
      const refused = await refusal(visit, secondStepRemovalPage)
      if (refused) return refused
      await removeSecondFactor(visit.tx, visit.staff.user_id)
      return { to: home, flash: { done: "second_factor_off" } }
    },
  })

  console.form(`${home}/recovery-codes`, {
    show: async (visit) => recoveryCodesPage(visit),
    act: async ({ tx, staff }) => {
      const codes = await renewRecoveryCodes(tx, staff.user_id)
      return { to: `${home}/recovery-codes`, flash: { done: "recovery_codes_made", handed: { codes } } }
    },
  })

  console.action(`${home}/keyboard`, async ({ tx, staff, form }) => {
    const single_keys = textOf(form, "single_keys") === "off" ? "off" : "on"
    await changePreferences(tx, staff.user_id, { single_keys })
    return { to: `${home}#keyboard-setting`, flash: { done: single_keys === "on" ? "keys_on" : "keys_off" } }
  })

  console.action(`${home}/sessions/:session_id/removal`, async ({ tx, staff, param }) => {
    const own = await listSessions(tx, staff.user_id)
    const session = own.find(({ id }) => id === param("session_id"))
    if (!session) throw notFound()
    await endSession(tx, session.id)
    return { to: home, flash: { done: "session_ended" } }
  })

  console.action(`${home}/other-sessions/removal`, async ({ tx, staff }) => {
    await endSessionsOf(tx, staff.user_id, staff.session_id)
    return { to: home, flash: { done: "sessions_ended" } }
  })
}

async function changeOwnPassword(visit: Visit): Promise<Answer> {
  const { tx, staff, form } = visit
  const password = form.password?.at(-1) ?? ""
  const fault = passwordFault(password, [staff.name, staff.email, staff.firm.name])
  if (fault) throw badRequest([fault])
  const refused = await refusal(visit, passwordPage)
  if (refused) return refused
  await storePassword(tx, staff.user_id, await hashPassword(password))
  await endSessionsOf(tx, staff.user_id, staff.session_id)
  return { to: home, flash: { done: "password_changed" } }
}

/** The form again, unless the present password was right. A view, not a failure: the try has to stay counted. */
async function refusal({ tx, staff, form }: Visit, show: (tried: Tried) => View): Promise<View | undefined> {
  if (await isOwnPassword(tx, staff.user_id, form.current?.at(-1) ?? "")) return undefined
  return { ...show({ form, faults: [wrongPassword] }), status: 400 }
}

async function enrol(visit: Visit): Promise<Answer> {
  const { tx, staff, parts, form } = visit
  const secret = openOffer(visit, { form })
  if (!secret || !isCodeOf(secret, textOf(form, "code").replace(/\s/g, ""), tx.now))
    throw badRequest([wrongCode])
  const codes = await enableSecondFactor(tx, parts.ring, staff.user_id, secret)
  // Whoever else is signed in as this person came in by the password alone.
  if (!staff.has_second_factor) await endSessionsOf(tx, staff.user_id, staff.session_id)
  return { to: `${home}/recovery-codes`, flash: { done: "second_factor_on", handed: { codes } } }
}

const wrongPassword: Fault = {
  param: "current",
  code: "not_matching",
  message: "This is not your present password.",
}
const wrongCode: Fault = {
  param: "code",
  code: "not_matching",
  message: "This code does not belong to the picture. Type the six digits the app shows now.",
}

import { endSession, endSessionsOf, listSessions } from "../../../firm/access/sessions.ts"
import { max_photo_bytes } from "../../../firm/firms/logo/shape.ts"
import {
  introductionFields,
  introductionForm,
  introductionUrl,
  photoForm,
  photoRemoval,
  photoUrl,
} from "../../../firm/users/console/account/introduction.tsx"
import {
  ownEmail,
  ownEmailConfirmation,
  ownName,
  ownNameField,
  ownPassword,
} from "../../../firm/users/console/account/own-email.tsx"
import { newPasskey, passkeyRemoval } from "../../../firm/users/console/account/passkeys.tsx"
import { preferenceFields, preferences } from "../../../firm/users/console/account/preferences.tsx"
import { enrollment, recoveryCodes, removal } from "../../../firm/users/console/account/second-factor.tsx"
import { tellOfChange } from "../../../firm/users/notices.ts"
import type { Parts } from "../../../parts.ts"
import { found } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { accountPage } from "./pages.tsx"

const home = "/console/account"
const own = { own: true } as const

/** What all members manage for themselves: name, address, password, two-factor authentication, sessions. */
export function accountRoutes(console: Console): void {
  console.page(home, accountPage)
  console.form(`${home}/name`, onPage(home, accountPage, ownName), own)
  console.form(`${home}/email`, ownEmail, own)
  console.form(`${home}/email/confirmation`, ownEmailConfirmation, own)
  console.form(`${home}/password`, ownPassword, own)
  console.form(`${home}/second-step`, enrollment, { ...own, without_second_factor: true })
  console.form(`${home}/second-step/removal`, removal, own)
  console.form(`${home}/recovery-codes`, recoveryCodes, own)

  console.form(introductionUrl, onPage(home, accountPage, introductionForm), own)
  console.form(`${home}/preferences`, onPage(home, accountPage, preferences), own)
  registerSettings(home, {
    name: ownNameField(""),
    ...introductionFields({ title: "", welcome: "" }),
    ...preferenceFields({}),
  })
  console.form(`${home}/passkeys/new`, newPasskey, own)
  console.form(`${home}/passkeys/removal`, onPage(home, accountPage, passkeyRemoval), own)

  console.action(`${home}/sessions/removal`, endSessions, own)
}

/** The portrait for clients, which is a file. */
export function photoPages(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_photo_bytes }, (console) => {
    console.form(photoUrl, onPage(home, accountPage, photoForm), own)
    console.form(`${photoUrl}/deletion`, onPage(home, accountPage, photoRemoval), own)
  })
}

async function endSessions({ tx, staff, parts, form }: PageRequest): Promise<Redirect> {
  const session_id = trimmedTextOf(form, "session_id")
  if (session_id) {
    const all = await listSessions(tx, staff.user_id)
    await endSession(tx, found(all.find(({ id }) => id === session_id)).id)
  } else await endSessionsOf(tx, staff.user_id, staff.session_id)
  await tellOfChange(tx, parts, staff.user_id, "sessions_ended")
  return { to: home, flash: { done: session_id ? "session_ended" : "sessions_ended" } }
}

// All texts about changed sign-ins, in both languages, in one file so that a translator can compare them.
import type { Language } from "../../definition/text.ts"

/** How anyone's sign-in can change. */
type CommonChange =
  | "password_set"
  | "password_changed"
  | "email_changed"
  | "sessions_ended"
  | "passkey_added"
  | "passkey_removed"
  | "passkeys_removed"

/** How that of staff can change, too. Their emails are in English only. */
type StaffChange =
  | "second_factor_on"
  | "second_factor_moved"
  | "second_factor_off"
  | "recovery_codes_renewed"
  | "recovery_code_used"

export type Change = CommonChange | StaffChange

interface ChangeWords {
  heading: string
  text: (firm: string) => string
}

export const noticeWords: Record<Language, Record<CommonChange, ChangeWords>> & {
  en: Record<Change, ChangeWords>
} = {
  en: {
    password_set: {
      heading: "A password was set for your account",
      text: (firm) => `A password was set for your account at ${firm}. You can now sign in with it.`,
    },
    password_changed: {
      heading: "Your password was changed",
      text: (firm) =>
        `The password for your account at ${firm} was changed, and all other devices were signed out.`,
    },
    email_changed: {
      heading: "Your email address was changed",
      text: (firm) =>
        `The email address of your account at ${firm} was changed. We no longer use this address for it.`,
    },
    second_factor_on: {
      heading: "Two-factor authentication is on",
      text: (firm) => `Two-factor authentication was turned on for your account at ${firm}.`,
    },
    second_factor_moved: {
      heading: "Two-factor authentication uses another app",
      text: (firm) =>
        `Two-factor authentication for your account at ${firm} now uses another authenticator app. Codes from the earlier app no longer work.`,
    },
    second_factor_off: {
      heading: "Two-factor authentication is off",
      text: (firm) =>
        `Two-factor authentication was turned off for your account at ${firm}. Your password alone is now enough to sign in.`,
    },
    recovery_codes_renewed: {
      heading: "New recovery codes were created",
      text: (firm) =>
        `New recovery codes were created for your account at ${firm}. The earlier ones no longer work.`,
    },
    recovery_code_used: {
      heading: "A recovery code was used",
      text: (firm) =>
        `One of your recovery codes was used instead of a code from your authenticator app, for your account at ${firm}. It no longer works.`,
    },
    passkey_added: {
      heading: "A passkey was added",
      text: (firm) => `A passkey was added to your account at ${firm}. You can now sign in with it.`,
    },
    passkey_removed: {
      heading: "A passkey was removed",
      text: (firm) =>
        `A passkey was removed from your account at ${firm}. You can no longer sign in with it.`,
    },
    passkeys_removed: {
      heading: "Your passkeys were removed",
      text: (firm) =>
        `${firm} removed the passkeys from your account, and all devices were signed out. You can add new ones at any time.`,
    },
    sessions_ended: {
      heading: "Another device was signed out",
      text: (firm) => `At least one other device was signed out of your account at ${firm}.`,
    },
  },
  es: {
    password_set: {
      heading: "Se estableció una contraseña para su cuenta",
      text: (firm) =>
        `Se estableció una contraseña para su cuenta en ${firm}. A partir de ahora sirve para iniciar sesión.`,
    },
    password_changed: {
      heading: "Se cambió su contraseña",
      text: (firm) =>
        `Se cambió la contraseña de su cuenta en ${firm} y se cerró la sesión en los demás dispositivos.`,
    },
    email_changed: {
      heading: "Se cambió su correo electrónico",
      text: (firm) =>
        `Se cambió el correo electrónico de su cuenta en ${firm}. Esta dirección ya no se usa para ella.`,
    },
    passkey_added: {
      heading: "Se agregó una llave de acceso",
      text: (firm) =>
        `Se agregó una llave de acceso a su cuenta en ${firm}. A partir de ahora sirve para iniciar sesión.`,
    },
    passkey_removed: {
      heading: "Se eliminó una llave de acceso",
      text: (firm) =>
        `Se eliminó una llave de acceso de su cuenta en ${firm}. Ya no sirve para iniciar sesión.`,
    },
    passkeys_removed: {
      heading: "Se eliminaron sus llaves de acceso",
      text: (firm) =>
        `${firm} eliminó las llaves de acceso de su cuenta y se cerró la sesión en todos los dispositivos. Puede agregar otras cuando quiera.`,
    },
    sessions_ended: {
      heading: "Se cerró la sesión en otro dispositivo",
      text: (firm) => `Se cerró la sesión de su cuenta en ${firm} al menos en otro dispositivo.`,
    },
  },
}

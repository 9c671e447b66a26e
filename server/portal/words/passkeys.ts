// What a client reads of passkeys, in the words that telephones and browsers use for them.
import type { Language } from "../../definition/text.ts"

export interface PasskeyWords {
  title: string
  none: string
  add: string
  added: (when: string) => string
  last_used: (when: string) => string
  never_used: string
  remove: string
  new_title: string
  new_lede: string
  unable: string
  name_label: string
  name_hint: string
  name_missing: string
  name_too_long: (max: number) => string
  create: string
  trouble: string
  not_created: string
  known: string
  /** What a device calls the account it signs in to. */
  account: (questionnaire: string) => string
  this_device: string
  removal_title: string
  removal_lede: (name: string) => string
  removal_submit: string
  sign_in: string
  sign_in_hint: string
  stranger_title: string
  no_answer: string
  not_known: string
}

const en: PasskeyWords = {
  title: "Passkeys",
  none: "With a passkey you come back with your fingerprint, your face or the PIN of your device. No password, no code.",
  add: "Add a passkey",
  added: (when) => `Added ${when}`,
  last_used: (when) => `Last used ${when}`,
  never_used: "Not used yet",
  remove: "Remove",
  new_title: "Add a passkey",
  new_lede:
    "Your device asks for your fingerprint, your face or its PIN, and remembers this website. Nothing of that is sent to us.",
  unable:
    "This browser cannot create passkeys, or JavaScript is switched off. You can still come back with a code or a password.",
  name_label: "Name of this device",
  name_hint: "So that you can tell your passkeys apart.",
  name_missing: "Give this device a name, for example “My phone”.",
  name_too_long: (max) => `Use a shorter name, with at most ${max} characters.`,
  create: "Create the passkey",
  trouble: "Your device did not create a passkey. Try again, or use another browser.",
  not_created: "The passkey was not created. Please try again.",
  known: "This passkey is in your list already, or the list is full. Remove one first.",
  account: (questionnaire) => `Client: ${questionnaire}`,
  this_device: "This device",
  removal_title: "Remove this passkey?",
  removal_lede: (name) => `You can no longer come back with “${name}”. Remove it on the device as well.`,
  removal_submit: "Remove the passkey",
  sign_in: "Sign in with a passkey",
  sign_in_hint: "With your fingerprint, your face or the PIN of your device.",
  stranger_title: "Do you have a passkey?",
  no_answer: "No passkey answered. Try again, or come back in another way.",
  not_known: "We do not know this passkey. Try another one, or come back in another way.",
}

const es: PasskeyWords = {
  title: "Llaves de acceso",
  none: "Con una llave de acceso vuelve con su huella, su rostro o el PIN de su dispositivo. Sin contraseña ni código.",
  add: "Agregar una llave de acceso",
  added: (when) => `Agregada: ${when}`,
  last_used: (when) => `Último uso: ${when}`,
  never_used: "Todavía sin usar",
  remove: "Eliminar",
  new_title: "Agregar una llave de acceso",
  new_lede:
    "Su dispositivo le pide la huella, el rostro o su PIN y recuerda este sitio web. Nada de eso llega a nosotros.",
  unable:
    "Este navegador no puede crear llaves de acceso o JavaScript está desactivado. Aun así puede volver con un código o una contraseña.",
  name_label: "Nombre de este dispositivo",
  name_hint: "Para que pueda distinguir sus llaves de acceso.",
  name_missing: "Dele un nombre a este dispositivo, por ejemplo «Mi teléfono».",
  name_too_long: (max) => `Use un nombre más corto, de ${max} caracteres como máximo.`,
  create: "Crear la llave de acceso",
  trouble: "Su dispositivo no creó ninguna llave de acceso. Inténtelo de nuevo o use otro navegador.",
  not_created: "No se creó la llave de acceso. Inténtelo de nuevo.",
  known: "Esta llave de acceso ya está en su lista, o la lista está llena. Elimine una primero.",
  account: (questionnaire) => `Cliente: ${questionnaire}`,
  this_device: "Este dispositivo",
  removal_title: "¿Eliminar esta llave de acceso?",
  removal_lede: (name) => `Ya no podrá volver con «${name}». Elimínela también en el dispositivo.`,
  removal_submit: "Eliminar la llave de acceso",
  sign_in: "Entrar con una llave de acceso",
  sign_in_hint: "Con su huella, su rostro o el PIN de su dispositivo.",
  stranger_title: "¿Tiene una llave de acceso?",
  no_answer: "Ninguna llave de acceso respondió. Inténtelo de nuevo o vuelva de otra manera.",
  not_known: "No conocemos esta llave de acceso. Pruebe con otra o vuelva de otra manera.",
}

export const passkeyWords: Record<Language, PasskeyWords> = { en, es }

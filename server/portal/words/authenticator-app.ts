// What a client reads of codes from an authenticator app. The short names of the technique are nobody's words.
import type { Language } from "../../definition/text.ts"

export interface AppWords {
  title: string
  off: string
  on: string
  needs_way: string
  set_up: string
  move: string
  turn_off: string
  codes_left: (count: number) => string
  make_codes: string
  new_title: string
  new_lede: string
  move_title: string
  move_lede: string
  step_app: string
  step_scan: string
  open_here: string
  step_type: string
  picture: string
  key: string
  new_code_label: string
  new_code_wrong: string
  new_code_missing: string
  submit: string
  removal_title: string
  removal_lede: string
  removal_submit: string
  codes_title: string
  codes_lede: string
  codes_note: string
  codes_saved: string
  codes_label: string
  renewal_title: string
  renewal_lede: string
  renewal_submit: string
  /** Fresh proof of who is here. */
  code_label: string
  code_hint: string
  code_missing: string
  code_wrong: string
  code_blocked: string
  /** Coming back. */
  step_title: string
  step_lede: string
  step_submit: string
  step_lost: string
  step_over: string
}

const en: AppWords = {
  title: "Authenticator app",
  off: "An app on your phone that shows a new code every half minute. With it, a stolen email password or link is not enough to get in here.",
  on: "When you come back, we ask for a code from your authenticator app as well.",
  needs_way: "Add an email address or a password first. The code from the app is asked for on top of it.",
  set_up: "Set up an authenticator app",
  move: "Use another app or phone",
  turn_off: "Turn it off",
  codes_left: (count) => (count === 1 ? "1 recovery code left." : `${count} recovery codes left.`),
  make_codes: "Make new recovery codes",
  new_title: "Set up an authenticator app",
  new_lede: "All other devices are signed out.",
  move_title: "Use another app or phone",
  move_lede: "Codes from the app you use now stop working. All other devices are signed out.",
  step_app:
    "Get an authenticator app on your phone if you have none: Google Authenticator, Microsoft Authenticator or the passwords app of your phone will do.",
  step_scan: "Scan this picture with the app, or type the key below into it.",
  open_here: "Open the app on this device",
  step_type: "Type the six digits that the app shows now.",
  picture: "QR code for your authenticator app. The key below says the same.",
  key: "Key",
  new_code_label: "Code from the app",
  new_code_wrong: "This code does not belong to the picture. Type the six digits the app shows now.",
  new_code_missing: "Type the six digits that the app shows.",
  submit: "Turn it on",
  removal_title: "Turn off the authenticator app?",
  removal_lede:
    "From then on we no longer ask for its code when you come back. All other devices are signed out.",
  removal_submit: "Turn it off",
  codes_title: "Your recovery codes",
  codes_lede: "Print them or write them down and keep them safe. They are not shown again.",
  codes_note: "Without your phone, type one of them in place of the app’s code. Each works once.",
  codes_saved: "I have kept them",
  codes_label: "Recovery codes",
  renewal_title: "Make new recovery codes?",
  renewal_lede: "The earlier ones stop working at once.",
  renewal_submit: "Make new recovery codes",
  code_label: "Code from your authenticator app",
  code_hint: "Or one of your recovery codes.",
  code_missing: "Type the code your authenticator app shows, or a recovery code.",
  code_wrong:
    "This code is not right, or was used already. Wait for the next one your app shows and try again.",
  code_blocked: "Too many tries. Please wait a few minutes, then try again.",
  step_title: "Enter the code from your app",
  step_lede: "Open the authenticator app on your phone and type the six digits it shows now.",
  step_submit: "Continue",
  step_lost:
    "No phone and no recovery codes? Please contact us. We make sure it is you, and let you in without the app.",
  step_over: "That took a little too long. Please start again.",
}

const es: AppWords = {
  title: "Aplicación de autenticación",
  off: "Una aplicación en su teléfono que muestra un código nuevo cada medio minuto. Con ella, no basta con robarle la contraseña del correo o el enlace para entrar aquí.",
  on: "Cuando vuelve, pedimos también un código de su aplicación de autenticación.",
  needs_way:
    "Agregue primero un correo electrónico o una contraseña. El código de la aplicación se pide además de eso.",
  set_up: "Configurar una aplicación de autenticación",
  move: "Usar otra aplicación u otro teléfono",
  turn_off: "Desactivarla",
  codes_left: (count) =>
    count === 1 ? "Queda 1 código de recuperación." : `Quedan ${count} códigos de recuperación.`,
  make_codes: "Crear nuevos códigos de recuperación",
  new_title: "Configure una aplicación de autenticación",
  new_lede: "Se cerrará la sesión en los demás dispositivos.",
  move_title: "Use otra aplicación u otro teléfono",
  move_lede:
    "Los códigos de la aplicación que usa ahora dejan de servir. Se cerrará la sesión en los demás dispositivos.",
  step_app:
    "Instale una aplicación de autenticación en su teléfono si no tiene ninguna: sirven Google Authenticator, Microsoft Authenticator o la aplicación de contraseñas de su teléfono.",
  step_scan: "Escanee esta imagen con la aplicación o escriba en ella la clave de abajo.",
  open_here: "Abrir la aplicación en este dispositivo",
  step_type: "Escriba las seis cifras que la aplicación muestra ahora.",
  picture: "Código QR para su aplicación de autenticación. La clave de abajo dice lo mismo.",
  key: "Clave",
  new_code_label: "Código de la aplicación",
  new_code_wrong:
    "Este código no corresponde a la imagen. Escriba las seis cifras que la aplicación muestra ahora.",
  new_code_missing: "Escriba las seis cifras que muestra la aplicación.",
  submit: "Activarla",
  removal_title: "¿Desactivar la aplicación de autenticación?",
  removal_lede:
    "A partir de entonces ya no pediremos su código cuando vuelva. Se cerrará la sesión en los demás dispositivos.",
  removal_submit: "Desactivarla",
  codes_title: "Sus códigos de recuperación",
  codes_lede: "Imprímalos o anótelos y guárdelos en un lugar seguro. No se muestran de nuevo.",
  codes_note:
    "Si no tiene el teléfono, escriba uno de ellos en lugar del código de la aplicación. Cada uno sirve una vez.",
  codes_saved: "Ya los guardé",
  codes_label: "Códigos de recuperación",
  renewal_title: "¿Crear nuevos códigos de recuperación?",
  renewal_lede: "Los anteriores dejan de servir enseguida.",
  renewal_submit: "Crear nuevos códigos",
  code_label: "Código de su aplicación de autenticación",
  code_hint: "O uno de sus códigos de recuperación.",
  code_missing: "Escriba el código que muestra su aplicación de autenticación o un código de recuperación.",
  code_wrong:
    "Este código no es correcto o ya se usó. Espere al siguiente que muestre la aplicación e inténtelo de nuevo.",
  code_blocked: "Demasiados intentos. Espere unos minutos e inténtelo de nuevo.",
  step_title: "Escriba el código de su aplicación",
  step_lede:
    "Abra la aplicación de autenticación en su teléfono y escriba las seis cifras que muestra ahora.",
  step_submit: "Continuar",
  step_lost:
    "¿No tiene el teléfono ni códigos de recuperación? Comuníquese con nosotros. Comprobaremos que es usted y le dejaremos entrar sin la aplicación.",
  step_over: "Pasó demasiado tiempo. Empiece de nuevo.",
}

export const appWords: Record<Language, AppWords> = { en, es }

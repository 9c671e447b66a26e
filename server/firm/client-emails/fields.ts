// The fields that the words of emails to clients may contain, as {{name}}.

import type { Language } from "../../definition/text.ts"

interface EmailField {
  /** What it stands for. */
  about: string
  /** Stands alone on its line: a button or a list. */
  is_block?: true
  /** Too long for a subject. */
  is_text?: true
  /** For the preview and test emails. */
  sample: Record<Language, string>
}

export const emailFields = {
  greeting: {
    about: "“Dear Maria,” or, if you don’t know the name, “Hello,”",
    is_text: true,
    sample: { en: "Dear Maria,", es: "Hola, María:" },
  },
  client_name: {
    about: "The first name; “client” if you don’t know it",
    sample: { en: "Maria", es: "María" },
  },
  firm_name: { about: "Your firm’s name", sample: { en: "", es: "" } },
  questionnaire_title: {
    about: "The questionnaire’s title, as clients see it",
    sample: { en: "Estate planning", es: "Planificación patrimonial" },
  },
  clients: {
    about: "The clients for whom the helper answers",
    sample: { en: "Maria and Luis Soto", es: "María y Luis Soto" },
  },
  message: {
    about: "What a colleague adds when sending it, if anything",
    is_block: true,
    sample: { en: "It was good to talk to you today.", es: "Fue un gusto hablar con usted hoy." },
  },
  introduction: {
    about:
      "How the assignee welcomes their clients, from their account; nothing if they have written nothing",
    is_text: true,
    sample: {
      en: "“I look forward to getting to know you.”\n— Eleanor Hartwell, Attorney",
      es: "«Será un gusto conocerle».\n— Eleanor Hartwell, Abogada",
    },
  },
  deadline: {
    about: "A sentence that says until when the link works; nothing if links don’t expire",
    is_text: true,
    sample: {
      en: "Please begin by March 16, 2026. After that, you will need a new link.",
      es: "Le pedimos que empiece a más tardar el 16 de marzo de 2026. Después necesitará un enlace nuevo.",
    },
  },
  state: {
    about: "A few words such as “A few things are still missing”",
    sample: { en: "A few things are still missing", es: "Todavía faltan algunas cosas" },
  },
  situation: {
    about: "A sentence on what the client has done, which introduces the list",
    is_text: true,
    sample: {
      en: "You have begun the questionnaire. This is still missing:",
      es: "Ha comenzado el cuestionario. Todavía falta:",
    },
  },
  missing: {
    about: "The list of what is missing or still open",
    is_block: true,
    sample: {
      en: "• About you: Date of birth; Address\n• Documents: Current will",
      es: "• Sobre usted: Fecha de nacimiento; Dirección\n• Documentos: Testamento actual",
    },
  },
  code: { about: "The code", sample: { en: "482 917", es: "482 917" } },
  sent_at: {
    about: "The day and time when it was sent or signed",
    sample: { en: "March 2, 2026 at 4:30 PM", es: "2 de marzo de 2026 a las 16:30" },
  },
  arrived: {
    about: "A sentence that names what has arrived",
    is_text: true,
    sample: { en: "“Driver’s license” has arrived.", es: "Ha llegado: «Licencia de conducir»." },
  },
  still_open: {
    about: "A sentence that names what is still to come; nothing if that is nothing",
    is_text: true,
    sample: { en: "Still to come: your current will.", es: "Queda pendiente: su testamento actual." },
  },
  next_step: {
    about: "A sentence on when you reply; nothing if your settings don’t promise a day",
    is_text: true,
    sample: {
      en: "You will hear from us by March 6, 2026.",
      es: "Le responderemos a más tardar el 6 de marzo de 2026.",
    },
  },
  things: {
    about: "“one thing” or, for example, “3 things”",
    sample: { en: "3 things", es: "3 cosas" },
  },
  documents: {
    about: "“a document” or, for example, “3 documents”",
    sample: { en: "3 documents", es: "3 documentos" },
  },
  sender: {
    about: "The name of the client or helper who causes it; “A client” if you don’t know it",
    sample: { en: "Luis Soto", es: "Luis Soto" },
  },
  note: {
    about: "What the client adds, if anything",
    is_block: true,
    sample: { en: "You know the accounts better than I do.", es: "Usted conoce mejor las cuentas." },
  },
  last_day: {
    about: "The last day on which the link works",
    sample: { en: "March 16, 2026", es: "16 de marzo de 2026" },
  },
  agreement_title: {
    about: "The agreement’s title",
    sample: { en: "Engagement letter", es: "Carta de contratación" },
  },
  change_title: {
    about: "A few words such as “Your password was changed”",
    sample: { en: "Your password was changed", es: "Se cambió su contraseña" },
  },
  change: {
    about: "A sentence that says what has changed",
    is_text: true,
    sample: {
      en: "The password for your account was changed, and all other devices were signed out.",
      es: "Se cambió la contraseña de su cuenta y se cerró la sesión en los demás dispositivos.",
    },
  },
  link: { about: "The button", is_block: true, sample: { en: "", es: "" } },
} as const satisfies Record<string, EmailField>

export type FieldName = keyof typeof emailFields

/** As `EmailField`, for any name. */
export function emailField(name: FieldName): EmailField {
  return emailFields[name]
}

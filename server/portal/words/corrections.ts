import type { Language } from "../../questionnaires/text.ts"

const en = {
  panel_title: (firm: string, open: number) =>
    open === 1
      ? `${firm} asks you to look at one thing again`
      : `${firm} asks you to look at ${open} things again`,
  done_title: (firm: string) => `You have looked at everything ${firm} asked about`,
  panel_lede: "Each link leads to the right place. Change it there, or say here that it is right as it is.",
  done_lede: (firm: string) => `${firm} sees what you did. You do not need to do anything else about it.`,
  list: (firm: string) => `What ${firm} asks`,
  asks: (firm: string) => `${firm} asks:`,
  looked: "I have looked at this",
  about: (title: string) => ` (${title})`,
  open: "To do",
  changed: "Changed",
  looked_at: "Looked at",
  gone: "It is no longer asked, because of what you changed elsewhere.",
  more_pages: "It may also be on one of these pages:",
  still_open: (firm: string, open: number) =>
    open === 1 ? `${firm} still asks about one thing` : `${firm} still asks about ${open} things`,
  still_open_lede: "You can send without it, but they will have to ask you again.",
  before_title: "Before you send",
  before_lede: (firm: string) => `${firm} asked you to look at this again, and it is still open:`,
  look_first: "Look at it first",
  send_anyway: "Send anyway",
}

export type CorrectionWords = typeof en

const es: CorrectionWords = {
  panel_title: (firm, open) =>
    open === 1 ? `${firm} le pide que revise una cosa` : `${firm} le pide que revise ${open} cosas`,
  done_title: (firm) => `Ha revisado todo lo que ${firm} le pidió`,
  panel_lede: "Cada enlace lleva al lugar exacto. Cámbielo allí, o diga aquí que está bien como está.",
  done_lede: (firm) => `${firm} ve lo que usted hizo. No tiene que hacer nada más al respecto.`,
  list: (firm) => `Lo que ${firm} le pide`,
  asks: (firm) => `${firm} le pide:`,
  looked: "Ya lo he revisado",
  about: (title) => ` (${title})`,
  open: "Pendiente",
  changed: "Cambiado",
  looked_at: "Revisado",
  gone: "Ya no se pregunta, por lo que cambió en otra parte.",
  more_pages: "También puede estar en una de estas páginas:",
  still_open: (firm, open) =>
    open === 1 ? `${firm} aún le pide que revise una cosa` : `${firm} aún le pide que revise ${open} cosas`,
  still_open_lede: "Puede enviar sin ello, pero tendrán que volver a preguntarle.",
  before_title: "Antes de enviar",
  before_lede: (firm) => `${firm} le pidió que revisara esto, y sigue pendiente:`,
  look_first: "Revisarlo primero",
  send_anyway: "Enviar de todos modos",
}

/** What is said about what the firm asks to be looked at again. */
export const correctionWords: Record<Language, CorrectionWords> = { en, es }

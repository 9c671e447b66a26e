import type { Language } from "../../questionnaires/text.ts"

const en = {
  label: "On the client’s behalf",
  whose: (name: string) => `${name}’s`,
  who: (whose: string, staff: string) =>
    `You are changing ${whose} matter for them, as ${staff}. Every change is marked as yours.`,
  who_unnamed: (staff: string) =>
    `You are changing this client’s matter for them, as ${staff}. Every change is marked as yours.`,
  stop: "Stop",
  no_sending:
    "Only the client can send the answers. Once you have stopped, the client sees what you changed and sends it.",
  no_confirming: "Whether this is right, the client confirms.",
  go_on: "Continue",
  ended_title: "You are no longer changing this matter",
  ended:
    "It ends after an hour without use, when you sign out, or when the matter is no longer yours to change.",
  not_saved: "What you sent last is not saved yet. Begin again in a new tab, then send it from here.",
  begin_again: "Begin again",
  begin_again_tab: "Begin again in a new tab",
  send: "Send it now",
  still_typed: "What you typed is still in this page, and is saved once you have begun again.",
  of_firm: (name: string, firm: string) => `${name} of ${firm}`,
  changed_by: (who: string, when: string) => `Changed by ${who}, ${when}.`,
  uploaded_by: (who: string) => `Uploaded by ${who}`,
  changed_title: "Some of your answers were changed for you",
  changed_by_others: "Some answers were changed by somebody else",
  changed: (who: string, count: number, when: string) =>
    `${who} changed ${count === 1 ? "one answer" : `${count} answers`} (last change: ${when}). Each is marked where it is asked.`,
}

export type BehalfWords = typeof en

const es: BehalfWords = {
  label: "En nombre del cliente",
  whose: (name) => name,
  who: (whose, staff) =>
    `Está modificando el expediente de ${whose} en su nombre, como ${staff}. Cada cambio queda marcado como suyo.`,
  who_unnamed: (staff) =>
    `Está modificando el expediente de este cliente en su nombre, como ${staff}. Cada cambio queda marcado como suyo.`,
  stop: "Terminar",
  no_sending:
    "Solo el cliente puede enviar las respuestas. Cuando usted termine, el cliente verá lo que cambió y lo enviará.",
  no_confirming: "El cliente confirma si esto es correcto.",
  go_on: "Continuar",
  ended_title: "Ya no está modificando este expediente",
  ended:
    "Termina tras una hora sin uso, cuando usted cierra la sesión o cuando el expediente deja de estar a su cargo.",
  not_saved:
    "Lo último que envió aún no se ha guardado. Empiece de nuevo en otra pestaña y envíelo después desde aquí.",
  begin_again: "Empezar de nuevo",
  begin_again_tab: "Empezar de nuevo en otra pestaña",
  send: "Enviarlo ahora",
  still_typed: "Lo que escribió sigue en esta página y se guarda en cuanto haya empezado de nuevo.",
  of_firm: (name, firm) => `${name}, de ${firm}`,
  changed_by: (who, when) => `Cambiado por ${who}, ${when}.`,
  uploaded_by: (who) => `Subido por ${who}`,
  changed_title: "Algunas de sus respuestas se cambiaron en su nombre",
  changed_by_others: "Otra persona cambió algunas respuestas",
  changed: (who, count, when) =>
    `${who} cambió ${count === 1 ? "una respuesta" : `${count} respuestas`} (último cambio: ${when}). Cada una está marcada donde se pregunta.`,
}

/** What pages say where staff act for a client, to them and afterwards to the client. */
export const behalfWords: Record<Language, BehalfWords> = { en, es }

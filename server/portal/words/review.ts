import type { Language } from "../../questionnaires/text.ts"

const en = {
  title: "Check your answers and send them",
  read_title: "Your answers",
  lede: "Is everything right? You can change it here, and also after you have sent it.",
  missing_title: (count: number) =>
    count === 1 ? "One answer is still needed" : `${count} answers are still needed`,
  missing_lede: "Each link leads to the place where it is asked.",
  for_both:
    "Either of you can send, for both of you. The other can still go on, and what changes can be sent again.",
  send: (firm: string) => `Send to ${firm}`,
  send_again: (firm: string) => `Send the changes to ${firm}`,
  nothing_new: "Nothing has changed since you sent your answers.",
  sent_title: "Your answers have been sent",
  sent_again_title: "Your changes have been sent",
  completed_title: "Your questionnaire is complete",
  sent_text: (firm: string) =>
    `${firm} has everything as you see it here. You do not need to do anything else.`,
  number: "Number",
  sent_at: "Sent",
  sent_by: "Sent by",
  copy: "Download a copy (PDF)",
  copy_hint: "Answers that are kept encrypted are not shown in it.",
  next_title: "What happens next",
  next_read: (firm: string) => `${firm} reads what you have sent.`,
  next_contact: "They get in touch with you if anything is unclear, and about the next steps.",
  next_change:
    "If something changes, come back with the same link, change it, and send it again. Nothing you sent is lost.",
  home: "Go to your list",
  all_title: "All you have sent",
  one_sent: (number: number, when: string) => `Number ${number}, ${when}`,
  unsent_title: "You have changes not yet sent",
  unsent_text: (firm: string) => `${firm} sees them in your final answers once you send them again.`,
  unsent_action: "Check and send the changes",
  last_sent: (number: number, when: string) => `Your answers have been sent (number ${number}, ${when}).`,
  last_sent_action: "See what was sent",
}

export type ReviewWords = typeof en

const es: ReviewWords = {
  title: "Revise sus respuestas y envíelas",
  read_title: "Sus respuestas",
  lede: "¿Está todo bien? Puede cambiarlo aquí, y también después de enviarlo.",
  missing_title: (count) => (count === 1 ? "Falta una respuesta" : `Faltan ${count} respuestas`),
  missing_lede: "Cada enlace lleva al lugar donde se pregunta.",
  for_both:
    "Cualquiera de los dos puede enviar, por ambos. La otra persona puede continuar, y lo que cambie se puede enviar de nuevo.",
  send: (firm) => `Enviar a ${firm}`,
  send_again: (firm) => `Enviar los cambios a ${firm}`,
  nothing_new: "Nada ha cambiado desde que envió sus respuestas.",
  sent_title: "Sus respuestas se han enviado",
  sent_again_title: "Sus cambios se han enviado",
  completed_title: "Su cuestionario está completo",
  sent_text: (firm) => `${firm} tiene todo tal como lo ve aquí. No necesita hacer nada más.`,
  number: "Número",
  sent_at: "Enviado",
  sent_by: "Enviado por",
  copy: "Descargar una copia (PDF)",
  copy_hint: "No muestra las respuestas que se guardan cifradas.",
  next_title: "Qué sigue ahora",
  next_read: (firm) => `${firm} lee lo que usted ha enviado.`,
  next_contact: "Se comunicarán con usted si algo no está claro y para los próximos pasos.",
  next_change:
    "Si algo cambia, vuelva con el mismo enlace, cámbielo y envíelo de nuevo. Nada de lo enviado se pierde.",
  home: "Ir a su lista",
  all_title: "Todo lo que ha enviado",
  one_sent: (number, when) => `Número ${number}, ${when}`,
  unsent_title: "Tiene cambios sin enviar",
  unsent_text: (firm) => `${firm} los verá en sus respuestas definitivas cuando las envíe de nuevo.`,
  unsent_action: "Revisar y enviar los cambios",
  last_sent: (number, when) => `Sus respuestas se han enviado (número ${number}, ${when}).`,
  last_sent_action: "Ver lo enviado",
}

/** What is said about checking and sending. */
export const reviewWords: Record<Language, ReviewWords> = { en, es }

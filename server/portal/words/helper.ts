// What pages say to somebody who fills in for the clients: these are named, and "you" is whoever reads.
import type { Language } from "../../questionnaires/text.ts"
import type { AssetWords } from "./assets.ts"
import type { Words } from "./en.ts"
import type { ReviewWords } from "./review.ts"
import type { RoleWords } from "./roles.ts"
import { wordsIn } from "./words.ts"

/** A part of the catalogue; what it leaves out stays as clients read it. */
type Some<Catalogue> = { [Key in keyof Catalogue]?: Partial<Catalogue[Key]> }

export interface AboutOthers {
  /** On every page: what it is about, for those who cannot see where it stands, and what it says. */
  label: string
  bar: string
  portal: Some<Words>
  review: Partial<ReviewWords>
  assets: Partial<AssetWords>
  roles: Partial<RoleWords>
}

const en = (who: string): AboutOthers => ({
  label: `Filled in for ${who}`,
  bar: `You are filling this in for ${who}. Where a question says “you”, it means ${who}. Your name stands with every answer you change.`,
  portal: {
    entry: {
      invited_by: (inviter, firm) =>
        `${inviter ? `${inviter} of ${firm}` : firm} has asked you to help ${who} with this questionnaire.`,
      at_hand_people: `Names, birth dates and addresses of ${who}’s family`,
      at_hand_roles: `Whom ${who} would trust to act, and who should step in for them`,
    },
    read_only: {
      submitted: `${who}’s answers have been sent. Ask us if something should change.`,
      completed: "We have everything we need and have finished this questionnaire. You can still read it.",
      closed: "This matter is closed. You can still read what was entered.",
    },
    home: {
      parts: `Parts of ${who}’s questionnaire`,
      check_and_send: `Check ${who}’s answers and send them`,
    },
    section: { check_title: (section) => `Check the answers: ${section}` },
    person: {
      unnamed: {
        ...wordsIn("en").person.unnamed,
        partner: "the spouse or partner",
        represented: "the person this is about",
      },
    },
    clients: {
      partner_title: `Is this for ${who} and a spouse or partner?`,
      partner_label: `Will the spouse or partner of ${who} be a client as well?`,
      partner_hint: "Then we ask about both of them, what they share only once.",
      you_heading: "Representative",
    },
    people: {
      children_expected: (told, added) =>
        `The answer was ${told === 1 ? "1 child" : `${told} children`}. ${added === 0 ? "None is" : added === 1 ? "1 is" : `${added} are`} on the list so far.`,
    },
    questions: {
      about_both: "About both",
      sensitive: "Kept encrypted. Only the people who work on this matter can see it.",
      given: "An answer has been given. For safety it is not shown here.",
      keep_given: "Leave it blank to keep the answer that was given.",
    },
  },
  review: {
    title: `Check ${who}’s answers and send them`,
    read_title: `${who}’s answers`,
    for_both:
      "Whoever sends does so for both clients. Everybody can still go on, and what changes can be sent again.",
    nothing_new: "Nothing has changed since the answers were sent.",
    sent_title: `${who}’s answers have been sent`,
    sent_again_title: "The changes have been sent",
    completed_title: `${who}’s questionnaire is complete`,
    sent_text: (firm) => `${firm} has everything as you see it here. Nothing else needs to be done.`,
    next_read: (firm) => `${firm} reads what was sent.`,
    next_contact: `They get in touch with ${who} if anything is unclear, and about the next steps.`,
    all_title: "All that was sent",
    unsent_title: "There are changes not yet sent",
    unsent_text: (firm) => `${firm} sees them in the final answers once these are sent again.`,
    last_sent: (number, when) => `${who}’s answers have been sent (number ${number}, ${when}).`,
  },
  assets: {
    none_of_these: "There are none of these",
    declared_none: "We were told that there are none of these.",
    beneficiaries_lede: `As it stands now with the bank, plan or insurer, or as it should be. Choose everybody who has a share.`,
  },
  roles: {
    together: (names) =>
      `${names} would serve together, at the same time. We will talk with ${who} about whether they must agree on everything.`,
    no_successor: (name) =>
      `There is no successor yet. If ${name} cannot serve, nobody who was chosen would step in.`,
    nobody_yet: "Nobody is on the list yet. Add the first person here.",
  },
})

const es = (who: string): AboutOthers => ({
  label: `Se responde por ${who}`,
  bar: `Usted responde por ${who}. Donde una pregunta dice “usted”, se refiere a ${who}. Su nombre queda junto a cada respuesta que usted cambie.`,
  portal: {
    entry: {
      invited_by: (inviter, firm) =>
        `${inviter ? `${inviter}, de ${firm},` : firm} le pide que ayude a ${who} con este cuestionario.`,
      at_hand_people: `Nombres, fechas de nacimiento y direcciones de la familia de ${who}`,
      at_hand_roles: `Las personas de confianza de ${who} que podrían actuar, y quién las sustituiría`,
    },
    read_only: {
      submitted: `Las respuestas de ${who} se han enviado. Pregúntenos si algo debe cambiar.`,
      completed: "Tenemos todo lo necesario y hemos terminado este cuestionario. Puede seguir leyéndolo.",
      closed: "Este asunto está cerrado. Puede seguir leyendo lo que se respondió.",
    },
    home: {
      parts: `Partes del cuestionario de ${who}`,
      check_and_send: `Revisar las respuestas de ${who} y enviarlas`,
    },
    section: { check_title: (section) => `Revise las respuestas: ${section}` },
    person: {
      unnamed: {
        ...wordsIn("es").person.unnamed,
        partner: "el cónyuge o la pareja",
        represented: "la persona de la que se trata",
      },
    },
    clients: {
      partner_title: `¿Es para ${who} y su cónyuge o pareja?`,
      partner_label: `¿El cónyuge o la pareja de ${who} también será cliente?`,
      partner_hint: "Entonces preguntamos por los dos, y lo que comparten solo una vez.",
      you_heading: "Representante",
    },
    people: {
      children_expected: (told, added) =>
        `La respuesta fue ${told === 1 ? "1 hijo" : `${told} hijos`}. En la lista ${added === 1 ? "hay 1" : `hay ${added}`} hasta ahora.`,
    },
    questions: {
      about_both: "Sobre los dos clientes",
      sensitive: "Se guarda cifrado. Solo pueden verlo las personas que trabajan en este asunto.",
      given: "Ya se dio una respuesta. Por seguridad no se muestra aquí.",
      keep_given: "Déjelo en blanco para conservar la respuesta que se dio.",
    },
  },
  review: {
    title: `Revise las respuestas de ${who} y envíelas`,
    read_title: `Las respuestas de ${who}`,
    for_both:
      "Quien envía lo hace por ambos clientes. Todos pueden continuar, y lo que cambie se puede enviar de nuevo.",
    nothing_new: "Nada ha cambiado desde que se enviaron las respuestas.",
    sent_title: `Las respuestas de ${who} se han enviado`,
    sent_again_title: "Los cambios se han enviado",
    completed_title: `El cuestionario de ${who} está completo`,
    sent_text: (firm) => `${firm} tiene todo tal como lo ve aquí. No hace falta nada más.`,
    next_read: (firm) => `${firm} lee lo que se ha enviado.`,
    next_contact: `Se comunicarán con ${who} si algo no está claro y para los próximos pasos.`,
    all_title: "Todo lo que se ha enviado",
    unsent_title: "Hay cambios sin enviar",
    unsent_text: (firm) => `${firm} los verá en las respuestas definitivas cuando se envíen de nuevo.`,
    last_sent: (number, when) => `Las respuestas de ${who} se han enviado (número ${number}, ${when}).`,
  },
  assets: {
    none_of_these: "No hay nada de esto",
    declared_none: "Se nos dijo que no hay nada de esto.",
    beneficiaries_lede: `Como figura hoy en el banco, el plan o la aseguradora, o como debería ser. Elija a todas las personas que tienen una parte.`,
  },
  roles: {
    together: (names) =>
      `${names} actuarían juntos, al mismo tiempo. Hablaremos con ${who} sobre si deben estar de acuerdo en todo.`,
    no_successor: (name) =>
      `Todavía no hay sustituto. Si ${name} no puede actuar, nadie elegido ocuparía su lugar.`,
    nobody_yet: "Todavía no hay nadie en la lista. Agregue aquí a la primera persona.",
  },
})

/** By language; `who` are the clients by name. */
export const helperWords: Record<Language, (who: string) => AboutOthers> = { en, es }

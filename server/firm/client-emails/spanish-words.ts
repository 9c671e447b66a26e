// Foyer's own words of emails to clients in Spanish.
import { blocks, type ClientEmailName, type FoyerWords } from "./client-emails.ts"
import { commonWords } from "./common-words.ts"

const { own_link } = commonWords.es
const no_account =
  "No necesita cuenta ni contraseña para empezar. Todo se guarda mientras escribe: deténgase cuando quiera y vuelva con el mismo enlace."
const not_inside =
  "Para proteger su privacidad, este correo no incluye sus respuestas. Inicie sesión para leerlas, descargar una copia y ver qué sigue."

export const spanishWords: Record<ClientEmailName, FoyerWords> = {
  invitation: {
    subject: "{{firm_name}} le invita a comenzar",
    heading: "{{firm_name}} tiene algunas preguntas para usted",
    body: blocks(
      "{{greeting}}",
      "{{message}}",
      "{{firm_name}} ha preparado un cuestionario para que la primera reunión parta de lo que a usted le importa.",
      no_account,
      own_link,
      "{{deadline}}",
      "{{link}}",
    ),
    button: "Abrir el cuestionario",
  },
  helper_invitation: {
    subject: "{{firm_name}} le pide ayuda con un cuestionario",
    heading: "Ayude a {{clients}} con un cuestionario",
    body: blocks(
      "{{greeting}}",
      "{{message}}",
      "{{firm_name}} ha preparado un cuestionario para {{clients}} y le pide que ayude a responderlo. Usted responde por {{clients}}; su nombre queda junto a cada respuesta que usted cambie.",
      no_account,
      own_link,
      "{{deadline}}",
      "{{link}}",
    ),
    button: "Abrir el cuestionario",
  },
  reminder: {
    subject: "Recordatorio: su cuestionario para {{firm_name}}",
    heading: "{{state}}",
    body: blocks(
      "{{greeting}}",
      "{{message}}",
      "{{situation}}\n{{missing}}",
      `Todo se guarda mientras escribe: puede detenerse y continuar donde lo dejó. ${own_link}`,
      "{{link}}",
    ),
    button: "Abrir el cuestionario",
  },
  code: {
    subject: "{{code}} es su código",
    heading: "Su código",
    body: blocks(
      "Su código es {{code}}. Escríbalo en la página que tiene abierta; es válido durante 10 minutos.",
      "O presione el botón para entrar en este dispositivo. Funciona una sola vez, durante los mismos 10 minutos.",
      "Si no pidió un código, puede ignorar este correo. No le dé el código a nadie ni reenvíe este correo.",
      "{{link}}",
    ),
    button: "Entrar",
  },
  receipt: {
    subject: "{{firm_name}} ha recibido sus respuestas",
    heading: "Sus respuestas han llegado",
    body: blocks(
      "Sus respuestas se enviaron a {{firm_name}} el {{sent_at}}.",
      "{{still_open}}",
      "{{next_step}}",
      not_inside,
      "{{link}}",
    ),
    button: "Ver lo que se envió",
  },
  receipt_again: {
    subject: "{{firm_name}} ha recibido sus cambios",
    heading: "Sus cambios han llegado",
    body: blocks(
      "Sus cambios se enviaron a {{firm_name}} el {{sent_at}}, además de lo que ya había enviado.",
      "{{still_open}}",
      "{{next_step}}",
      not_inside,
      "{{link}}",
    ),
    button: "Ver lo que se envió",
  },
  message: {
    subject: "Tiene un mensaje de {{firm_name}}",
    heading: "Tiene un mensaje",
    body: blocks(
      "{{greeting}}",
      "{{firm_name}} le ha enviado un mensaje sobre su asunto. Por privacidad, este correo no incluye el mensaje.",
      own_link,
      "{{link}}",
    ),
    button: "Leer el mensaje",
  },
  corrections: {
    subject: "{{firm_name}} le pide que revise algo",
    heading: "Revise {{things}}, por favor",
    body: blocks(
      "{{greeting}}",
      "{{firm_name}} ha leído su cuestionario y le pide que revise {{things}}.",
      "La lista al principio del cuestionario dice de qué se trata y le lleva al lugar exacto. Por privacidad, este correo no lo dice.",
      own_link,
      "{{link}}",
    ),
    button: "Abrir la lista",
  },
  inquiry_declined: {
    subject: "Su solicitud a {{firm_name}}",
    heading: "Su solicitud a {{firm_name}}",
    body: blocks(
      "Hola:",
      "Gracias por su interés en {{firm_name}}. No podemos hacernos cargo de su asunto.",
      "Esto no es una opinión sobre el fondo de su asunto. Si pudiera haber un plazo, hable pronto con otro abogado.",
    ),
    button: "",
  },
}

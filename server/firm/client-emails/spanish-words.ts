// Foyer's own words of emails to clients in Spanish: one long table.
import { blocks, type ClientEmailName, type FoyerWords } from "./client-emails.ts"
import { commonWords } from "./common-words.ts"

const { own_link } = commonWords.es
const no_account =
  "No necesita cuenta ni contraseña para empezar. Todo se guarda mientras escribe: deténgase cuando quiera y vuelva con el mismo enlace."
const unasked_code =
  "Si no pidió un código, puede ignorar este correo. No le dé el código a nadie ni reenvíe este correo."
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
      "{{introduction}}",
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
      unasked_code,
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
  documents_returned: {
    subject: "{{firm_name}} le ha devuelto {{documents}}",
    heading: "Revise {{documents}}, por favor",
    body: blocks(
      "{{greeting}}",
      "{{firm_name}} ha revisado sus documentos y le pide que reemplace {{documents}}.",
      "La lista al principio del cuestionario dice de qué se trata y por qué. Por privacidad, este correo no lo dice.",
      own_link,
      "{{link}}",
    ),
    button: "Abrir la lista",
  },
  documents_requested: {
    subject: "{{firm_name}} necesita {{documents}} de usted",
    heading: "Envíe {{documents}}, por favor",
    body: blocks(
      "{{greeting}}",
      "Para seguir adelante, {{firm_name}} necesita {{documents}} de usted.",
      "El cuestionario dice de qué se trata. Puede tomar una foto, subir un archivo o decir que lo traerá. Por privacidad, este correo no lo dice.",
      own_link,
      "{{link}}",
    ),
    button: "Ver lo que hace falta",
  },
  handover_request: {
    subject: "{{sender}} le pide ayuda con un cuestionario de {{firm_name}}",
    heading: "Hay una parte que le espera",
    body: blocks(
      "{{greeting}}",
      "{{sender}} le pide que complete una parte del cuestionario de {{firm_name}}. Por privacidad, este correo no dice cuál.",
      own_link,
      "{{link}}",
    ),
    button: "Abrir la parte",
  },
  handover_helper: {
    subject: "{{sender}} le pide ayuda con un cuestionario de {{firm_name}}",
    heading: "{{sender}} le pide ayuda",
    body: blocks(
      "{{greeting}}",
      "{{sender}} le pide que complete una parte de un cuestionario que {{firm_name}} ha preparado para {{clients}}. Por privacidad, este correo no dice cuál.",
      "{{note}}",
      "Puede empezar sin cuenta ni contraseña. Su nombre aparece junto a cada respuesta que usted cambie. El enlace funciona hasta el {{last_day}}.",
      own_link,
      "{{link}}",
    ),
    button: "Abrir la parte",
  },
  handover_returned: {
    subject: "Su cuestionario de {{firm_name}}: una parte está de vuelta",
    heading: "Una parte está de vuelta",
    body: blocks(
      "{{greeting}}",
      "{{sender}} ha terminado lo que usted le pidió. Por privacidad, este correo no dice qué era.",
      own_link,
      "{{link}}",
    ),
    button: "Abrir el cuestionario",
  },
  signature_request: {
    subject: "{{sender}} le pide que firme algo para {{firm_name}}",
    heading: "Falta su firma",
    body: blocks(
      "{{greeting}}",
      "{{sender}} le pide que lea y firme algo para {{firm_name}}. Lleva pocos minutos, en un teléfono o una computadora.",
      own_link,
      "{{link}}",
    ),
    button: "Leer y firmar",
  },
  signed: {
    subject: "Usted firmó «{{agreement_title}}»",
    heading: "Recibimos su firma",
    body: blocks(
      "Usted firmó «{{agreement_title}}» el {{sent_at}}.",
      "Inicie sesión para descargar la copia firmada. Si no fue usted, avísenos de inmediato.",
      "{{link}}",
    ),
    button: "Ver lo que se firmó",
  },
  arrived: {
    subject: "{{firm_name}} ha recibido lo que quedaba pendiente",
    heading: "Ya llegó",
    body: blocks(
      "{{greeting}}",
      "{{arrived}} {{still_open}}",
      "Gracias. No hace falta enviar nada de nuevo.",
      own_link,
      "{{link}}",
    ),
    button: "Ver qué queda pendiente",
  },
  own_link: {
    subject: "Su enlace de {{firm_name}}",
    heading: "Su enlace",
    body: blocks(
      "Como usted solicitó, aquí puede abrir su cuestionario de {{firm_name}}. Es solo para usted: por favor, no reenvíe este correo.",
      "Si no solicitó este correo, puede ignorarlo. Nada ha cambiado.",
      "{{link}}",
    ),
    button: "Abrir el cuestionario",
  },
  proof_code: {
    subject: "{{code}} es su código",
    heading: "Su código",
    body: blocks(
      "Su código es {{code}}. Con él puede cambiar la forma en que inicia sesión. Vale durante 10 minutos.",
      unasked_code,
    ),
    button: "",
  },
  new_address_code: {
    subject: "{{code}} es su código",
    heading: "Confirme su correo electrónico",
    body: blocks(
      "Su código es {{code}}. Escríbalo en la página que tiene abierta y usaremos esta dirección a partir de entonces. Vale durante 10 minutos.",
      unasked_code,
    ),
    button: "",
  },
  sign_in_changed: {
    subject: "{{change_title}}",
    heading: "{{change_title}}",
    body: blocks(
      "{{change}}",
      "Si fue usted, no tiene que hacer nada.",
      "Si no fue usted, llame enseguida a {{firm_name}}.",
    ),
    button: "",
  },
  inquiry_code: {
    subject: "{{code}} es su código",
    heading: "Confirme su correo electrónico",
    body: blocks(
      "Su código es {{code}}. Escríbalo en la página de {{firm_name}} que tiene abierta para enviar su solicitud. Es válido durante 30 minutos.",
      "Si no lo pidió, alguien escribió su dirección por error. Puede ignorar este correo: no se enviará ninguna solicitud y nadie se pondrá en contacto con usted.",
    ),
    button: "",
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

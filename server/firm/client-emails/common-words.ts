/** Text shared by all emails to clients. */
const english = {
  greeting: (name: string) => (name ? `Dear ${name},` : "Hello,"),
  client: "client",
  sender: "A client",
  own_link: "This link is for you only. Please do not forward this email.",
  footer: (contact: string) =>
    contact ? `Questions? ${contact}` : "Questions? Ask your contact at the firm.",
}

const spanish: typeof english = {
  greeting: (name) => (name ? `Hola, ${name}:` : "Hola:"),
  client: "cliente",
  sender: "Un cliente",
  own_link: "Este enlace es solo para usted. Por favor, no reenvíe este correo.",
  footer: (contact) =>
    contact ? `¿Preguntas? ${contact}` : "¿Preguntas? Hable con su contacto en el despacho.",
}

export const commonWords = { en: english, es: spanish }

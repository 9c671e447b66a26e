// Foyer's own words of emails to clients, with the same fields as a firm's.
import { blocks, type ClientEmailName, type FoyerWords } from "./client-emails.ts"
import { commonWords } from "./common-words.ts"

const { own_link } = commonWords.en
const no_account =
  "You don’t need an account or a password to begin. Everything is saved as you type: stop whenever you like, and come back with the same link."
const not_inside =
  "To protect your privacy, this email does not include your answers. Sign in to read them, download a copy, and see what happens next."

export const englishWords: Record<ClientEmailName, FoyerWords> = {
  invitation: {
    subject: "{{firm_name}} invites you to begin",
    heading: "{{firm_name}} has some questions for you",
    body: blocks(
      "{{greeting}}",
      "{{message}}",
      "{{firm_name}} has prepared a questionnaire so that your first meeting can start from what matters to you.",
      no_account,
      own_link,
      "{{deadline}}",
      "{{link}}",
    ),
    button: "Open the questionnaire",
  },
  helper_invitation: {
    subject: "{{firm_name}} asks for your help with a questionnaire",
    heading: "Help {{clients}} with a questionnaire",
    body: blocks(
      "{{greeting}}",
      "{{message}}",
      "{{firm_name}} has prepared a questionnaire for {{clients}}, and asks you to help fill it in. You answer for {{clients}}; your name appears next to every answer you change.",
      no_account,
      own_link,
      "{{deadline}}",
      "{{link}}",
    ),
    button: "Open the questionnaire",
  },
  reminder: {
    subject: "Reminder: your questionnaire for {{firm_name}}",
    heading: "{{state}}",
    body: blocks(
      "{{greeting}}",
      "{{message}}",
      "{{situation}}\n{{missing}}",
      `Everything is saved as you type, so you can stop and continue where you left off. ${own_link}`,
      "{{link}}",
    ),
    button: "Open the questionnaire",
  },
  code: {
    subject: "{{code}} is your code",
    heading: "Your code",
    body: blocks(
      "Your code is {{code}}. Enter it on the page you have open. It is valid for 10 minutes.",
      "Or press the button to sign in on this device. It works once, within the same 10 minutes.",
      "If you did not ask for a code, you can ignore this email. Never tell anyone the code, and do not forward this email.",
      "{{link}}",
    ),
    button: "Sign in",
  },
  receipt: {
    subject: "{{firm_name}} has received your answers",
    heading: "Your answers have arrived",
    body: blocks(
      "Your answers were sent to {{firm_name}} on {{sent_at}}.",
      "{{still_open}}",
      "{{next_step}}",
      not_inside,
      "{{link}}",
    ),
    button: "See what was sent",
  },
  receipt_again: {
    subject: "{{firm_name}} has received your changes",
    heading: "Your changes have arrived",
    body: blocks(
      "Your changes were sent to {{firm_name}} on {{sent_at}}, in addition to what you sent before.",
      "{{still_open}}",
      "{{next_step}}",
      not_inside,
      "{{link}}",
    ),
    button: "See what was sent",
  },
  message: {
    subject: "New message from {{firm_name}}",
    heading: "You have a message",
    body: blocks(
      "{{greeting}}",
      "{{firm_name}} has sent you a message about your matter. To protect your privacy, this email doesn’t include it.",
      own_link,
      "{{link}}",
    ),
    button: "Read the message",
  },
  corrections: {
    subject: "{{firm_name}} asks you to look at something again",
    heading: "Please look at {{things}} again",
    body: blocks(
      "{{greeting}}",
      "{{firm_name}} has read your questionnaire and asks you to look at {{things}} again.",
      "The list at the top of your questionnaire says what to look at and takes you to the right place. To protect your privacy, this email doesn’t go into detail.",
      own_link,
      "{{link}}",
    ),
    button: "Open your list",
  },
  inquiry_declined: {
    subject: "Your request to {{firm_name}}",
    heading: "Your request to {{firm_name}}",
    body: blocks(
      "Hello,",
      "Thank you for your interest in {{firm_name}}. We are unable to take on your matter.",
      "This is not an opinion about the merits of your matter. If a deadline may apply, please speak to another lawyer soon.",
    ),
    button: "",
  },
}

// Foyer's own words of emails to clients, with the same fields as a firm's: one long table.
import { blocks, type ClientEmailName, type FoyerWords } from "./client-emails.ts"
import { commonWords } from "./common-words.ts"

const { own_link } = commonWords.en
const no_account =
  "You don’t need an account or a password to begin. Everything is saved as you type: stop whenever you like, and come back with the same link."
const unasked_code =
  "If you did not ask for a code, you can ignore this email. Never tell anyone the code, and do not forward this email."
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
      "{{introduction}}",
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
      unasked_code,
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
  documents_returned: {
    subject: "{{firm_name}} has returned {{documents}} to you",
    heading: "Please look at {{documents}} again",
    body: blocks(
      "{{greeting}}",
      "{{firm_name}} has looked at your documents and asks you to replace {{documents}}.",
      "The list at the top of your questionnaire says which, and why. To protect your privacy, this email doesn’t go into detail.",
      own_link,
      "{{link}}",
    ),
    button: "Open your list",
  },
  documents_requested: {
    subject: "{{firm_name}} needs {{documents}} from you",
    heading: "Please send {{documents}}",
    body: blocks(
      "{{greeting}}",
      "To continue, {{firm_name}} needs {{documents}} from you.",
      "Your questionnaire says which. You can take a photo, upload a file, or say that you will bring it. To protect your privacy, this email doesn’t go into detail.",
      own_link,
      "{{link}}",
    ),
    button: "See what is needed",
  },
  handover_request: {
    subject: "{{sender}} asks for your help with a questionnaire from {{firm_name}}",
    heading: "A part is waiting for you",
    body: blocks(
      "{{greeting}}",
      "{{sender}} asks you to fill in a part of the questionnaire from {{firm_name}}. To keep it private, this email does not say which.",
      own_link,
      "{{link}}",
    ),
    button: "Open the part",
  },
  handover_helper: {
    subject: "{{sender}} asks for your help with a questionnaire from {{firm_name}}",
    heading: "{{sender}} asks for your help",
    body: blocks(
      "{{greeting}}",
      "{{sender}} asks you to fill in a part of a questionnaire that {{firm_name}} has prepared for {{clients}}. To keep it private, this email does not say which.",
      "{{note}}",
      "You can start without an account or a password. Your name appears next to every answer you change. The link works until {{last_day}}.",
      own_link,
      "{{link}}",
    ),
    button: "Open the part",
  },
  handover_returned: {
    subject: "Your questionnaire from {{firm_name}}: a part is back",
    heading: "A part is back",
    body: blocks(
      "{{greeting}}",
      "{{sender}} has finished what you asked for. To keep it private, this email does not say what it was.",
      own_link,
      "{{link}}",
    ),
    button: "Open the questionnaire",
  },
  signature_request: {
    subject: "{{sender}} asks you to sign something for {{firm_name}}",
    heading: "Your signature is needed",
    body: blocks(
      "{{greeting}}",
      "{{sender}} has asked you to read and sign something for {{firm_name}}. It takes a few minutes, on a phone or a computer.",
      own_link,
      "{{link}}",
    ),
    button: "Read and sign",
  },
  signed: {
    subject: "You signed “{{agreement_title}}”",
    heading: "We received your signature",
    body: blocks(
      "You signed “{{agreement_title}}” on {{sent_at}}.",
      "Sign in to download the signed copy. If it was not you, tell us right away.",
      "{{link}}",
    ),
    button: "See what was signed",
  },
  arrived: {
    subject: "{{firm_name}} has received what was still open",
    heading: "It has arrived",
    body: blocks(
      "{{greeting}}",
      "{{arrived}} {{still_open}}",
      "Thank you. You do not need to send anything again.",
      own_link,
      "{{link}}",
    ),
    button: "See what is open",
  },
  own_link: {
    subject: "Your link from {{firm_name}}",
    heading: "Your link",
    body: blocks(
      "As you requested, here is how to open your questionnaire from {{firm_name}}. It is for you only: please do not forward this email.",
      "If you did not request this email, you can ignore it. Nothing has changed.",
      "{{link}}",
    ),
    button: "Open the questionnaire",
  },
  proof_code: {
    subject: "{{code}} is your code",
    heading: "Your code",
    body: blocks(
      "Your code is {{code}}. With it you can change how you sign in. It is valid for 10 minutes.",
      unasked_code,
    ),
    button: "",
  },
  new_address_code: {
    subject: "{{code}} is your code",
    heading: "Confirm your email address",
    body: blocks(
      "Your code is {{code}}. Enter it on the page you have open, and we will use this address from then on. It is valid for 10 minutes.",
      unasked_code,
    ),
    button: "",
  },
  sign_in_changed: {
    subject: "{{change_title}}",
    heading: "{{change_title}}",
    body: blocks(
      "{{change}}",
      "If this was you, you do not need to do anything.",
      "If this was not you, please call {{firm_name}} right away.",
    ),
    button: "",
  },
  inquiry_code: {
    subject: "{{code}} is your code",
    heading: "Confirm your email address",
    body: blocks(
      "Your code is {{code}}. Enter it on the page of {{firm_name}} that you have open to send your request. It is valid for 30 minutes.",
      "If you did not request it, someone entered your address by mistake. You can ignore this email: no request is sent, and no one will contact you.",
    ),
    button: "",
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

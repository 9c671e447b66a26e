import type { ClientsSection, PeopleSection, RolesSection } from "../../definition.ts"
import { role, t } from "../writing.ts"

export const clients: ClientsSection = {
  id: "section_clients",
  kind: "clients",
  title: t("You and the person who died", "Usted y la persona fallecida"),
  instructions: t(
    "We are sorry for your loss. Take your time: everything you enter is saved, and you can come back whenever you like.",
    "Lamentamos su pérdida. Tómese su tiempo: todo lo que escribe se guarda y puede volver cuando quiera.",
  ),
  with_partner: false,
  fields: {
    middle_name: "optional",
    suffix: "optional",
    also_known_as: "optional",
    gender_binary: "optional",
    date_of_birth: "required",
    date_of_death: "required",
    marital_status: "required",
    number_of_children: "required",
    addresses: "required",
  },
  representative_fields: {
    middle_name: "optional",
    preferred_name: "optional",
    phone_numbers: "required",
    email_addresses: "required",
    addresses: "required",
  },
}

export const people: PeopleSection = {
  id: "section_people",
  kind: "people",
  title: t("Family and others", "Familia y otras personas"),
  instructions: t(
    "The court requires us to notify everybody who may inherit. If you do not know an address, leave it open.",
    "El tribunal exige avisar a todas las personas que puedan heredar. Si no conoce una dirección, déjela en blanco.",
  ),
  groups: [
    {
      group: "children",
      asked: true,
      prompt: t("Did they have children?", "¿Tenía hijos?"),
      help: t(
        "Include adopted children, and children who died before them.",
        "Incluya hijos adoptivos e hijos que fallecieron antes.",
      ),
      fields: {
        middle_name: "optional",
        date_of_birth: "optional",
        phone_numbers: "optional",
        email_addresses: "optional",
        addresses: "required",
      },
    },
    {
      group: "family",
      asked: true,
      prompt: t(
        "Is there a surviving spouse? Which other family is there?",
        "¿Vive su cónyuge? ¿Qué otra familia hay?",
      ),
      help: t(
        "If there are no children: parents, brothers and sisters, and the children of those who have died.",
        "Si no hay hijos: padres, hermanos, y los hijos de los que hayan fallecido.",
      ),
      fields: {
        middle_name: "optional",
        date_of_birth: "optional",
        phone_numbers: "optional",
        email_addresses: "optional",
        addresses: "required",
      },
    },
    {
      group: "others",
      asked: true,
      prompt: t(
        "Who else is named in the will, or is owed money?",
        "¿A quién más nombra el testamento o se le debe dinero?",
      ),
      fields: { phone_numbers: "optional", email_addresses: "optional", addresses: "optional" },
    },
    {
      group: "advisors",
      asked: true,
      prompt: t("Who worked for them?", "¿Quién trabajaba para la persona fallecida?"),
      help: t(
        "Accountant, financial advisor, insurance agent, funeral director.",
        "Contador, asesor financiero, agente de seguros, director de la funeraria.",
      ),
      fields: { phone_numbers: "optional", email_addresses: "optional" },
    },
  ],
}

export const roles: RolesSection = {
  id: "section_roles",
  kind: "roles",
  title: t("Who will settle the estate", "Quién administrará la sucesión"),
  roles: [
    role(
      "role_personal_representative",
      t("Personal representative", "Representante personal de la sucesión"),
      {
        required: true,
        several: true,
        help: t(
          "The court appoints this person to collect what there is, pay debts and distribute the rest. Usually the will names one.",
          "El tribunal nombra a esta persona para reunir los bienes, pagar las deudas y repartir el resto. Por lo general la nombra el testamento.",
        ),
      },
    ),
    role("role_property_keeper", t("Person looking after the home", "Persona que cuida la vivienda"), {
      levels: 1,
      help: t("Who has the keys and collects the mail?", "¿Quién tiene las llaves y recoge el correo?"),
    }),
  ],
}

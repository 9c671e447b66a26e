import type { ClientsSection, PeopleSection } from "../../definition.ts"
import { t } from "../writing.ts"

export const clients: ClientsSection = {
  id: "section_clients",
  kind: "clients",
  title: t("About you", "Sobre usted"),
  instructions: t(
    "Please write names as they appear on your passport or driver’s license. Your documents will use them exactly as you give them here.",
    "Escriba los nombres como aparecen en su pasaporte o licencia de conducir. Sus documentos los usarán exactamente como los ponga aquí.",
  ),
  with_partner: true,
  fields: {
    middle_name: "optional",
    suffix: "optional",
    also_known_as: "optional",
    preferred_name: "optional",
    gender_binary: "optional",
    date_of_birth: "required",
    marital_status: "required",
    number_of_children: "required",
    phone_numbers: "required",
    email_addresses: "required",
    addresses: "required",
  },
}

export const people: PeopleSection = {
  id: "section_people",
  kind: "people",
  title: t("Your family and the people you trust", "Su familia y las personas de su confianza"),
  instructions: t(
    "Add everyone who matters to your plan. You type each person once; later you simply choose them from a list.",
    "Agregue a todas las personas importantes para su plan. Solo las escribe una vez; después las elige de una lista.",
  ),
  groups: [
    {
      group: "children",
      asked: true,
      prompt: t("Do you have children?", "¿Tiene hijos?"),
      help: t(
        "Include adopted and stepchildren, adult children, and children who have died.",
        "Incluya hijos adoptivos, hijastros, hijos adultos e hijos fallecidos.",
      ),
      fields: {
        middle_name: "optional",
        date_of_birth: "required",
        phone_numbers: "optional",
        addresses: "optional",
      },
    },
    {
      group: "family",
      asked: true,
      prompt: t("Who else in your family should we know about?", "¿De qué otros familiares debemos saber?"),
      help: t(
        "Parents, brothers and sisters, grandchildren: anyone who may inherit or help.",
        "Padres, hermanos, nietos: cualquiera que pueda heredar o ayudar.",
      ),
      fields: {
        middle_name: "optional",
        date_of_birth: "optional",
        phone_numbers: "optional",
        email_addresses: "optional",
        addresses: "optional",
      },
    },
    {
      group: "others",
      asked: true,
      prompt: t("Friends, godparents, charities?", "¿Amigos, padrinos, organizaciones benéficas?"),
      help: t(
        "Anyone outside the family who may serve in a role or receive a gift.",
        "Cualquier persona fuera de la familia que pueda cumplir una función o recibir algo.",
      ),
      fields: { phone_numbers: "optional", email_addresses: "optional", addresses: "optional" },
    },
    {
      group: "advisors",
      asked: true,
      prompt: t("Who advises you already?", "¿Quién lo asesora actualmente?"),
      help: t(
        "Your accountant, financial advisor, insurance agent, doctor. We contact them only with your consent.",
        "Su contador, asesor financiero, agente de seguros, médico. Solo los contactamos con su permiso.",
      ),
      fields: { phone_numbers: "optional", email_addresses: "optional" },
    },
  ],
}

import type { ClientsSection, PeopleSection } from "../../definition.ts"
import { t } from "../writing.ts"

export const clients: ClientsSection = {
  id: "section_clients",
  kind: "clients",
  title: t("Who is filing", "Quién declara"),
  instructions: t(
    "Names must match your Social Security cards.",
    "Los nombres deben coincidir con sus tarjetas del Seguro Social.",
  ),
  with_partner: true,
  fields: {
    middle_name: "optional",
    suffix: "optional",
    preferred_name: "optional",
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
  title: t("Your household", "Su hogar"),
  instructions: t(
    "Somebody you support may lower your tax, even if they live elsewhere.",
    "Una persona a la que mantiene puede reducir su impuesto, aunque viva en otra parte.",
  ),
  groups: [
    {
      group: "children",
      asked: true,
      prompt: t("Which children do you support?", "¿A qué hijos mantiene?"),
      fields: { middle_name: "optional", date_of_birth: "required" },
    },
    {
      group: "family",
      asked: true,
      prompt: t("Do you support anyone else in the family?", "¿Mantiene a algún otro familiar?"),
      fields: { date_of_birth: "required", addresses: "optional" },
    },
    { group: "others", asked: false, prompt: t("Others", "Otras personas"), fields: {} },
    {
      group: "advisors",
      asked: true,
      prompt: t("Who else works on your taxes?", "¿Quién más trabaja en sus impuestos?"),
      help: t("Your financial advisor, bookkeeper or attorney.", "Su asesor financiero, contador o abogado."),
      fields: { phone_numbers: "optional", email_addresses: "optional" },
    },
  ],
}

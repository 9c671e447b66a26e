import { planning } from "../questionnaires/demo/planning.ts"
import { probate } from "../questionnaires/demo/probate.ts"
import { tax } from "../questionnaires/demo/tax.ts"
import type { DemoFirm } from "./firm.ts"

/** The law firm of the demo. */
export const hartwellPryce: DemoFirm = {
  name: "Hartwell & Pryce",
  contact_line: "Noor Haddad, (202) 555-0117, intake@hartwell-pryce.example",
  logo: "logo.png",
  staff: {
    Eleanor: { name: "Eleanor Hartwell", email: "eleanor@hartwell-pryce.example", role: "admin" },
    Marcus: { name: "Marcus Pryce", email: "marcus@hartwell-pryce.example", role: "admin" },
    Noor: { name: "Noor Haddad", email: "noor@hartwell-pryce.example", role: "member" },
    Tomás: { name: "Tomás Beltrán", email: "tomas@hartwell-pryce.example", role: "member" },
    Ruth: {
      name: "Ruth Abara",
      email: "ruth@hartwell-pryce.example",
      role: "member",
      assigned_matters_only: true,
    },
  },
  questionnaires: { planning, probate, tax },
}

/** The accountants next door: another firm on the same installation, to see that neither knows of the other. */
export const northgateTax: DemoFirm = {
  name: "Northgate Tax",
  contact_line: "Helga Brandt, (202) 555-0190, office@northgate-tax.example",
  colour: "#7a3e12",
  staff: {
    Helga: { name: "Helga Brandt", email: "helga@northgate-tax.example", role: "admin" },
  },
  questionnaires: { tax },
}

import type { AssetsSection, DocumentsSection } from "../../definition.ts"
import { category, choices, field, inOrder, request, t, yes } from "../writing.ts"

const owner = t("In whose name", "A nombre de quién")
const atDeath = t("Value on the day of death, about", "Valor aproximado el día del fallecimiento")
const statement = t(
  "The statement that covers the day of death",
  "El estado de cuenta que incluye el día del fallecimiento",
)

export const assets: AssetsSection = {
  id: "section_assets",
  kind: "assets",
  title: t("What they owned and owed", "Lo que tenía y lo que debía"),
  instructions: t(
    "List what you know; the court gives us time for the rest. What belonged to two people, or names a beneficiary, may not need probate at all.",
    "Anote lo que sepa; el tribunal nos da tiempo para lo demás. Lo que era de dos personas, o nombra a un beneficiario, quizá no necesite un proceso sucesorio.",
  ),
  show_net_worth: true,
  categories: inOrder(
    category(
      "category_real_estate",
      t("Homes and land", "Casas y terrenos"),
      "A017",
      t("Address", "Dirección"),
      {
        owner_label: owner,
        credit_label: atDeath,
        ask_debit_value: true,
        debit_label: t("Mortgage and other loans on it", "Hipoteca y otros préstamos"),
        additional_fields: [
          field("field_occupied", "choice", t("Who lives there?", "¿Quién vive ahí?"), [
            ...choices(
              ["family", "Family", "Familia"],
              ["tenant", "A tenant", "Un inquilino"],
              ["nobody", "Nobody", "Nadie"],
            ),
          ]),
        ],
        file_prompt: t("The deed", "La escritura"),
      },
    ),
    category(
      "category_bank",
      t("Bank accounts", "Cuentas bancarias"),
      "A002",
      t("Bank and last four digits", "Banco y últimas cuatro cifras"),
      {
        owner_label: owner,
        credit_label: atDeath,
        ask_beneficiaries: true,
        file_prompt: statement,
      },
    ),
    category(
      "category_investments",
      t("Investments", "Inversiones"),
      "A004",
      t("Firm and last four digits", "Empresa y últimas cuatro cifras"),
      {
        owner_label: owner,
        credit_label: atDeath,
        ask_beneficiaries: true,
        file_prompt: statement,
      },
    ),
    category(
      "category_retirement",
      t("Retirement accounts", "Cuentas de jubilación"),
      "A008",
      t("Plan or firm, and last four digits", "Plan o empresa y últimas cuatro cifras"),
      {
        owner_label: owner,
        credit_label: atDeath,
        ask_beneficiaries: true,
      },
    ),
    category(
      "category_life_insurance",
      t("Life insurance", "Seguros de vida"),
      "A011",
      t("Company and policy", "Compañía y póliza"),
      {
        owner_label: t("Owner of the policy", "Titular de la póliza"),
        credit_label: t("Death benefit", "Beneficio por fallecimiento"),
        ask_beneficiaries: true,
      },
    ),
    category(
      "category_vehicles",
      t("Cars and other vehicles", "Autos y otros vehículos"),
      "A021",
      t("Make, model and year", "Marca, modelo y año"),
      {
        owner_label: owner,
        credit_label: atDeath,
        ask_debit_value: true,
        debit_label: t("Loan", "Préstamo"),
        additional_fields: [field("field_keys", "text", t("Who has the keys?", "¿Quién tiene las llaves?"))],
      },
    ),
    category(
      "category_household",
      t("Furniture and personal things of value", "Muebles y objetos personales de valor"),
      "A023",
      t("What it is", "Qué es"),
      {
        owner_label: owner,
        credit_label: atDeath,
        file_prompt: t("Photos", "Fotos"),
      },
    ),
    category(
      "category_safe",
      t("Safe deposit boxes", "Cajas de seguridad"),
      "A036",
      t("Bank and branch", "Banco y sucursal"),
      {
        owner_label: t("Who may open it", "Quién puede abrirla"),
        ask_credit_value: false,
      },
    ),
    category(
      "category_business",
      t("Businesses", "Negocios"),
      "A016",
      t("Name of the business", "Nombre del negocio"),
      {
        owner_label: owner,
        credit_label: atDeath,
      },
    ),
    category(
      "category_digital",
      t("Online accounts", "Cuentas en línea"),
      "A029",
      t("What it is and where", "Qué es y dónde está"),
      {
        owner_label: owner,
        ask_credit_value: false,
      },
    ),
    category(
      "category_debts",
      t("Bills and debts", "Facturas y deudas"),
      "A098",
      t("Who is owed", "A quién se debe"),
      {
        owner_label: t("Who owes it", "Quién la debe"),
        ask_credit_value: false,
        ask_debit_value: true,
        debit_label: t("Still owed", "Saldo que se debe"),
        additional_fields: [field("field_due", "date", t("When is it due?", "¿Cuándo vence?"))],
        file_prompt: t("The bill", "La factura"),
      },
    ),
  ),
}

export const documents: DocumentsSection = {
  id: "section_documents",
  kind: "documents",
  title: t("Documents", "Documentos"),
  instructions: t(
    "A clear photo from your phone is enough for now.",
    "Por ahora basta una foto nítida del teléfono.",
  ),
  requests: [
    request("request_death_certificate", t("Death certificate", "Certificado de defunción"), {
      required: true,
      help: t(
        "Order ten or so certified copies: banks keep the ones you give them.",
        "Pida unas diez copias certificadas: los bancos se quedan con las que entrega.",
      ),
    }),
    request("request_will", t("The will and any codicil", "El testamento y cualquier codicilo"), {
      required: true,
      condition: { question: "question_has_will", is: "yes" },
      help: t(
        "Photograph every page, and do not take out the staples.",
        "Fotografíe todas las páginas y no quite las grapas.",
      ),
    }),
    request("request_trust", t("The trust agreement", "El contrato de fideicomiso"), {
      condition: yes("question_trust"),
    }),
    request("request_funeral_bill", t("The funeral bill and receipt", "La factura y el recibo del funeral")),
    request("request_tax_return", t("Their last tax return", "Su última declaración de impuestos"), {
      several: false,
    }),
    request(
      "request_identity",
      t("Your driver’s license or passport", "Su licencia de conducir o pasaporte"),
      { required: true },
    ),
  ],
}

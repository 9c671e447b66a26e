// Words more than code, and so longer than a file of rules: what a client reads, in the order it is asked.

import type { AssetsSection } from "../../definition.ts"
import { category, choices, field, inOrder, t } from "../writing.ts"

const statement = t(
  "A recent statement, if you have one at hand",
  "Un estado de cuenta reciente, si lo tiene a mano",
)

export const assets: AssetsSection = {
  id: "section_assets",
  kind: "assets",
  title: t("What you own and what you owe", "Lo que tiene y lo que debe"),
  instructions: t(
    "Round numbers are fine. We ask because the right plan depends on what there is, who owns it, and where it would go by itself. For accounts, the last four digits are enough.",
    "Bastan cifras redondas. Lo preguntamos porque el plan adecuado depende de lo que hay, de quién es y adónde iría por sí solo. Para las cuentas bastan las últimas cuatro cifras.",
  ),
  show_net_worth: true,
  categories: inOrder(
    category(
      "category_real_estate",
      t("Homes and land", "Casas y terrenos"),
      "A017",
      t("Address", "Dirección"),
      {
        ask_debit_value: true,
        debit_label: t("Mortgage and other loans on it", "Hipoteca y otros préstamos"),
        additional_fields: [
          field("field_use", "choice", t("How is it used?", "¿Cómo se usa?"), [
            ...choices(
              ["home", "Our home", "Nuestra vivienda"],
              ["second_home", "Second home", "Segunda vivienda"],
              ["rented", "Rented out", "Alquilada"],
              ["land", "Land", "Terreno"],
            ),
          ]),
          field("field_bought", "date", t("When was it bought?", "¿Cuándo se compró?")),
          field("field_price", "money", t("What did it cost?", "¿Cuánto costó?")),
        ],
        file_prompt: t(
          "The deed, and the last property tax bill",
          "La escritura y el último recibo del impuesto predial",
        ),
        instructions: t(
          "Include property in other states or countries.",
          "Incluya propiedades en otros estados o países.",
        ),
      },
    ),
    category(
      "category_bank",
      t("Bank accounts", "Cuentas bancarias"),
      "A002",
      t("Bank and last four digits", "Banco y últimas cuatro cifras"),
      {
        ask_beneficiaries: true,
        credit_label: t("Balance, about", "Saldo aproximado"),
        additional_fields: [
          field("field_account_kind", "choice", t("Kind of account", "Tipo de cuenta"), [
            ...choices(
              ["checking", "Checking", "Corriente"],
              ["savings", "Savings", "Ahorros"],
              ["cd", "Certificate of deposit", "Certificado de depósito"],
            ),
          ]),
        ],
        file_prompt: statement,
      },
    ),
    category(
      "category_brokerage",
      t("Investments", "Inversiones"),
      "A004",
      t("Firm and last four digits", "Empresa y últimas cuatro cifras"),
      {
        ask_beneficiaries: true,
        additional_fields: [
          field(
            "field_transfer_on_death",
            "yes_no",
            t("Is it set to transfer on death?", "¿Pasa a alguien al fallecer usted?"),
          ),
        ],
        file_prompt: statement,
        instructions: t(
          "Not retirement accounts; they come next.",
          "No incluya cuentas de jubilación; vienen a continuación.",
        ),
      },
    ),
    category(
      "category_retirement",
      t("Retirement accounts", "Cuentas de jubilación"),
      "A008",
      t("Plan or firm, and last four digits", "Plan o empresa y últimas cuatro cifras"),
      {
        ask_beneficiaries: true,
        additional_fields: [
          field("field_plan_kind", "choice", t("Kind of plan", "Tipo de plan"), [
            ...choices(
              ["401k", "401(k) or 403(b)", "401(k) o 403(b)"],
              ["ira", "Traditional IRA", "IRA tradicional"],
              ["roth", "Roth IRA", "IRA Roth"],
              ["pension", "Pension", "Pensión"],
              ["other", "Something else", "Otro"],
            ),
          ]),
        ],
        file_prompt: t("The page that names your beneficiaries", "La página que nombra a sus beneficiarios"),
        instructions: t(
          "These go to the people named in the plan, whatever a will says. Tell us who they are now.",
          "Pasan a las personas nombradas en el plan, diga lo que diga el testamento. Díganos quiénes son ahora.",
        ),
      },
    ),
    category(
      "category_life_insurance",
      t("Life insurance", "Seguros de vida"),
      "A011",
      t("Company and policy", "Compañía y póliza"),
      {
        ask_beneficiaries: true,
        owner_label: t("Owner of the policy", "Titular de la póliza"),
        credit_label: t("Death benefit", "Beneficio por fallecimiento"),
        ask_debit_value: true,
        debit_label: t("Loans against it", "Préstamos sobre la póliza"),
        additional_fields: [
          field("field_insured", "text", t("Whose life is insured?", "¿De quién es la vida asegurada?")),
          field("field_ends", "date", t("When does it end, if it does?", "¿Cuándo termina, si termina?")),
          field("field_cash_value", "money", t("Cash value today", "Valor en efectivo hoy")),
        ],
        file_prompt: t("The policy", "La póliza"),
      },
    ),
    category(
      "category_business",
      t("Businesses", "Negocios"),
      "A016",
      t("Name of the business", "Nombre del negocio"),
      {
        ask_debit_value: true,
        debit_label: t("Debts you have guaranteed", "Deudas que usted garantizó"),
        additional_fields: [
          field("field_business_kind", "choice", t("Form", "Forma"), [
            ...choices(
              ["sole", "Sole proprietorship", "Negocio unipersonal"],
              ["llc", "LLC", "LLC"],
              ["partnership", "Partnership", "Sociedad"],
              ["corporation", "Corporation", "Corporación"],
            ),
          ]),
          field("field_business_share", "number", t("Your share, in percent", "Su parte, en porcentaje")),
          field(
            "field_business_agreement",
            "yes_no",
            t("Is there a buy-sell agreement?", "¿Hay un acuerdo de compraventa entre socios?"),
          ),
        ],
        file_prompt: t("The operating or shareholder agreement", "El acuerdo operativo o de accionistas"),
      },
    ),
    category(
      "category_vehicles",
      t("Cars, boats and other vehicles", "Autos, botes y otros vehículos"),
      "A021",
      t("Make, model and year", "Marca, modelo y año"),
      {
        ask_debit_value: true,
        debit_label: t("Loan", "Préstamo"),
      },
    ),
    category(
      "category_valuables",
      t("Jewelry, art and collections", "Joyas, arte y colecciones"),
      "A025",
      t("What it is", "Qué es"),
      {
        additional_fields: [
          field("field_appraised", "yes_no", t("Has it been appraised?", "¿Se ha tasado?")),
          field(
            "field_meant_for",
            "text",
            t("Who should have it one day?", "¿Quién debería tenerlo algún día?"),
          ),
        ],
        file_prompt: t("A photo or an appraisal", "Una foto o una tasación"),
      },
    ),
    category(
      "category_education",
      t("Education savings (529)", "Ahorros para la educación (529)"),
      "A014",
      t("Plan and last four digits", "Plan y últimas cuatro cifras"),
      {
        additional_fields: [
          field("field_student", "text", t("For which student?", "¿Para qué estudiante?")),
          field(
            "field_successor_owner",
            "text",
            t("Who takes over the account?", "¿Quién se haría cargo de la cuenta?"),
          ),
        ],
      },
    ),
    category(
      "category_digital",
      t("Online accounts and cryptocurrency", "Cuentas en línea y criptomonedas"),
      "A029",
      t("What it is and where", "Qué es y dónde está"),
      {
        additional_fields: [
          field(
            "field_access",
            "long_text",
            t(
              "Where would somebody find the way in? Please do not write passwords here.",
              "¿Dónde encontraría alguien cómo entrar? No escriba contraseñas aquí.",
            ),
          ),
        ],
      },
    ),
    category(
      "category_receivable",
      t("Money owed to you", "Dinero que le deben"),
      "A032",
      t("Who owes it", "Quién lo debe"),
      {
        credit_label: t("Still owed to you", "Saldo por cobrar"),
        owner_label: t("Lender", "Prestamista"),
        additional_fields: [
          field("field_in_writing", "yes_no", t("Is it in writing?", "¿Está por escrito?")),
        ],
      },
    ),
    category(
      "category_inheritance",
      t("Inheritances you expect", "Herencias que espera recibir"),
      "A034",
      t("From whom", "De quién"),
      {
        owner_label: t("Who will receive it", "Quién la recibirá"),
        credit_label: t("Value, a rough guess", "Valor, a grandes rasgos"),
      },
    ),
    category(
      "category_debts",
      t("Other debts", "Otras deudas"),
      "A098",
      t("Who is owed", "A quién se debe"),
      {
        ask_credit_value: false,
        ask_debit_value: true,
        owner_label: t("Who owes it", "Quién la debe"),
        debit_label: t("Still owed", "Saldo que se debe"),
        additional_fields: [
          field("field_debt_kind", "choice", t("Kind of debt", "Tipo de deuda"), [
            ...choices(
              ["card", "Credit card", "Tarjeta de crédito"],
              ["student", "Student loan", "Préstamo estudiantil"],
              ["tax", "Taxes", "Impuestos"],
              ["support", "Support payments", "Manutención"],
              ["other", "Something else", "Otra"],
            ),
          ]),
        ],
        instructions: t(
          "Not mortgages or car loans; you gave those above.",
          "No incluya hipotecas ni préstamos de autos; ya los indicó arriba.",
        ),
      },
    ),
    category(
      "category_timeshare",
      t("Timeshares", "Tiempos compartidos"),
      "A018",
      t("Resort", "Complejo turístico"),
      { active: false },
    ),
  ),
}

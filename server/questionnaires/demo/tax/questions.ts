// Words more than code, and so longer than a file of rules: what a client reads, in the order it is asked.

import type { QuestionsSection } from "../../definition.ts"
import { ask, choices, t, yes } from "../writing.ts"

export const filing: QuestionsSection = {
  id: "section_filing",
  kind: "questions",
  title: t("Filing", "Declaración"),
  questions: [
    ask("question_filing_status", "one_of", t("How do you expect to file?", "¿Cómo piensa declarar?"), {
      required: true,
      help: t("If you are not sure, leave it to us.", "Si tiene dudas, déjelo en nuestras manos."),
      options: choices(
        ["single", "Single", "Soltero/a"],
        ["joint", "Married, jointly", "Casados, en conjunto"],
        ["separate", "Married, separately", "Casados, por separado"],
        ["head", "Head of household", "Cabeza de familia"],
        ["surviving", "Qualifying surviving spouse", "Cónyuge sobreviviente con derecho"],
        ["unsure", "I am not sure", "No lo sé con certeza"],
      ),
    }),
    ask("question_ssn", "text", t("Social Security number or ITIN", "Número de Seguro Social o ITIN"), {
      each_client: true,
      required: true,
      sensitive: true,
      max_length: 11,
      help: t("Nine digits, for example 000-00-0000.", "Nueve cifras, por ejemplo 000-00-0000."),
      why: t(
        "The return cannot be filed without it. It is stored encrypted, and everyone here who looks at it is recorded.",
        "Sin él no se puede presentar la declaración. Se guarda cifrado y queda registrado quién lo consulta.",
      ),
    }),
    ask("question_occupation", "text", t("Occupation", "Ocupación"), { each_client: true, required: true }),
    ask(
      "question_claimed",
      "yes_no",
      t("Can someone else claim you as a dependent?", "¿Puede otra persona declararlo como dependiente?"),
      {
        each_client: true,
        required: true,
      },
    ),
    ask(
      "question_identity_pin",
      "text",
      t(
        "Identity protection PIN, if the IRS sent you one",
        "PIN de protección de identidad, si el IRS le envió uno",
      ),
      {
        each_client: true,
        sensitive: true,
        max_length: 6,
      },
    ),
    ask(
      "question_moved",
      "yes_no",
      t("Did you move to another state during the year?", "¿Se mudó a otro estado durante el año?"),
      { required: true },
    ),
    ask("question_moved_date", "date", t("When did you move?", "¿Cuándo se mudó?"), {
      max: "today",
      required: true,
      condition: yes("question_moved"),
    }),
    ask(
      "question_child_care",
      "money",
      t("What did you pay for child care?", "¿Cuánto pagó por el cuidado de sus hijos?"),
      {
        min: "0",
        help: t(
          "Day care, after-school care, summer day camps.",
          "Guardería, cuidado después de la escuela, campamentos de día.",
        ),
        condition: { fact: "number_of_children", greater_than: 0 },
      },
    ),
  ],
}

export const income: QuestionsSection = {
  id: "section_income",
  kind: "questions",
  title: t("Income", "Ingresos"),
  questions: [
    ask("question_income", "many_of", t("What income did you have?", "¿Qué ingresos tuvo?"), {
      required: true,
      help: t(
        "Choose everything that applies to any of you.",
        "Elija todo lo que corresponda a cualquiera de ustedes.",
      ),
      options: choices(
        ["wages", "Wages from a job", "Sueldo de un empleo"],
        ["self", "Self-employment or gig work", "Trabajo por cuenta propia"],
        ["interest", "Interest or dividends", "Intereses o dividendos"],
        ["sales", "Sold stocks, crypto or property", "Venta de acciones, criptomonedas o propiedades"],
        ["retirement", "Pension, IRA or 401(k)", "Pensión, IRA o 401(k)"],
        ["social", "Social Security", "Seguro Social"],
        ["rent", "Rent", "Alquileres"],
        ["unemployment", "Unemployment benefits", "Beneficios por desempleo"],
        ["other", "Something else", "Otros"],
      ),
    }),
    ask("question_business_name", "text", t("What is the business?", "¿Cuál es el negocio?"), {
      required: true,
      condition: { question: "question_income", includes: "self" },
    }),
    ask("question_business_income", "money", t("What did it take in?", "¿Cuánto ingresó?"), {
      condition: { question: "question_income", includes: "self" },
    }),
    ask("question_business_expenses", "money", t("What did it spend?", "¿Cuánto gastó?"), {
      min: "0",
      help: t("A total is enough; we will ask for details.", "Basta el total; pediremos los detalles."),
      condition: { question: "question_income", includes: "self" },
    }),
    ask(
      "question_business_miles",
      "number",
      t("How many miles did you drive for it?", "¿Cuántas millas condujo por el negocio?"),
      {
        min: "0",
        max: "200000",
        condition: { question: "question_income", includes: "self" },
      },
    ),
    ask("question_other_income", "long_text", t("What else was it?", "¿Qué otros ingresos fueron?"), {
      required: true,
      condition: { question: "question_income", includes: "other" },
    }),
    ask(
      "question_foreign_accounts",
      "yes_no",
      t(
        "Did you have accounts or income outside the United States?",
        "¿Tuvo cuentas o ingresos fuera de Estados Unidos?",
      ),
      {
        required: true,
        why: t(
          "Accounts abroad above $10,000 in all must be reported, and the penalties for forgetting are steep.",
          "Las cuentas en el extranjero que suman más de $10,000 deben informarse, y las multas por olvidarlo son altas.",
        ),
      },
    ),
  ],
}

export const deductions: QuestionsSection = {
  id: "section_deductions",
  kind: "questions",
  title: t("Deductions, payments and refund", "Deducciones, pagos y reembolso"),
  questions: [
    ask(
      "question_charity",
      "money",
      t("What did you give to charity?", "¿Cuánto donó a organizaciones benéficas?"),
      { min: "0" },
    ),
    ask(
      "question_medical",
      "money",
      t(
        "What did you pay for medical care out of your own pocket?",
        "¿Cuánto pagó de su bolsillo por atención médica?",
      ),
      { min: "0" },
    ),
    ask("question_homeowner", "yes_no", t("Do you own your home?", "¿Es dueño de su vivienda?")),
    ask(
      "question_energy",
      "yes_no",
      t(
        "Did you add solar panels, a heat pump or new windows?",
        "¿Instaló paneles solares, una bomba de calor o ventanas nuevas?",
      ),
      {
        condition: yes("question_homeowner"),
      },
    ),
    ask(
      "question_marketplace",
      "yes_no",
      t(
        "Did you buy health insurance through a Marketplace?",
        "¿Compró seguro médico en el Mercado de seguros?",
      ),
      {
        required: true,
        why: t(
          "Then the return must include Form 1095-A, or the refund is held back.",
          "En ese caso la declaración debe incluir el formulario 1095-A o se retiene el reembolso.",
        ),
      },
    ),
    ask(
      "question_estimated",
      "yes_no",
      t("Did you make estimated tax payments?", "¿Hizo pagos estimados de impuestos?"),
    ),
    ask("question_estimated_total", "money", t("How much in all?", "¿Cuánto en total?"), {
      min: "0",
      required: true,
      condition: yes("question_estimated"),
    }),
    ask(
      "question_refund",
      "one_of",
      t("How would you like a refund?", "¿Cómo quiere recibir un reembolso?"),
      {
        options: choices(
          ["deposit", "Direct deposit", "Depósito directo"],
          ["check", "A check by mail", "Un cheque por correo"],
          ["next", "Toward next year’s tax", "Para el impuesto del próximo año"],
        ),
      },
    ),
    ask("question_bank_account", "text", t("Routing and account number", "Número de ruta y de cuenta"), {
      required: true,
      sensitive: true,
      max_length: 60,
      condition: { question: "question_refund", is: "deposit" },
    }),
    ask(
      "question_bookkeeper_email",
      "email",
      t(
        "E-mail address of your bookkeeper, if we may write",
        "Correo electrónico de su contador, si podemos escribirle",
      ),
      {
        condition: { question: "question_income", includes: "self" },
      },
    ),
    ask(
      "question_notice",
      "notice",
      t(
        "Before anything is filed you will see the finished return and sign it.",
        "Antes de presentar nada, usted verá la declaración terminada y la firmará.",
      ),
    ),
    ask(
      "question_anything_else",
      "long_text",
      t("Did anything else change this year?", "¿Cambió algo más este año?"),
      {
        help: t(
          "A wedding, a birth, a house, a new job.",
          "Una boda, un nacimiento, una casa, un empleo nuevo.",
        ),
      },
    ),
  ],
}

import type { AssetsSection, DocumentsSection } from "../../definition.ts"
import { category, field, inOrder, request, t, yes } from "../writing.ts"

export const assets: AssetsSection = {
  id: "section_assets",
  kind: "assets",
  title: t("Property that matters for taxes", "Bienes que importan para los impuestos"),
  show_net_worth: false,
  condition: {
    any: [
      { question: "question_income", includes: "rent" },
      { question: "question_income", includes: "self" },
      yes("question_foreign_accounts"),
    ],
  },
  categories: inOrder(
    category(
      "category_rental",
      t("Property you rent out", "Propiedades que alquila"),
      "A017",
      t("Address", "Dirección"),
      {
        credit_label: t("Rent received in the year", "Alquiler recibido en el año"),
        ask_debit_value: true,
        debit_label: t("Mortgage balance", "Saldo de la hipoteca"),
        additional_fields: [
          field("field_rental_days", "number", t("Days rented", "Días alquilados")),
          field(
            "field_rental_expenses",
            "money",
            t("Repairs, insurance and other expenses", "Reparaciones, seguros y otros gastos"),
          ),
          field(
            "field_rental_bought",
            "date",
            t("When was it first rented?", "¿Cuándo se alquiló por primera vez?"),
          ),
        ],
        file_prompt: t(
          "Form 1098 and the property tax bill",
          "Formulario 1098 y el recibo del impuesto predial",
        ),
      },
    ),
    category(
      "category_foreign",
      t("Accounts abroad", "Cuentas en el extranjero"),
      "A002",
      t("Bank and country", "Banco y país"),
      {
        credit_label: t("Highest balance in the year, in dollars", "Saldo más alto del año, en dólares"),
      },
    ),
    category(
      "category_equipment",
      t("Equipment and vehicles for work", "Equipos y vehículos de trabajo"),
      "A021",
      t("What it is", "Qué es"),
      {
        credit_label: t("What it cost", "Cuánto costó"),
        additional_fields: [
          field("field_in_service", "date", t("When did you start using it?", "¿Cuándo empezó a usarlo?")),
          field(
            "field_business_use",
            "number",
            t("Use for the business, in percent", "Uso para el negocio, en porcentaje"),
          ),
        ],
        file_prompt: t("The receipt", "El recibo"),
      },
    ),
  ),
}

export const documents: DocumentsSection = {
  id: "section_documents",
  kind: "documents",
  title: t("Tax forms", "Formularios de impuestos"),
  instructions: t(
    "Add forms as they reach you. Most arrive by the middle of February.",
    "Agregue los formularios a medida que lleguen. La mayoría llega antes de mediados de febrero.",
  ),
  requests: [
    request("request_prior_return", t("Last year’s return", "Declaración del año pasado"), {
      several: false,
      help: t("Not needed if we prepared it.", "No hace falta si la preparamos nosotros."),
    }),
    request("request_w2", t("Forms W-2", "Formularios W-2"), {
      required: true,
      condition: { question: "question_income", includes: "wages" },
      help: t("One from each employer.", "Uno de cada empleador."),
    }),
    request("request_1099", t("Forms 1099", "Formularios 1099"), {
      help: t(
        "Interest, dividends, sales, pensions, Social Security, gig work.",
        "Intereses, dividendos, ventas, pensiones, Seguro Social, trabajos por cuenta propia.",
      ),
      condition: {
        any: [
          { question: "question_income", includes: "interest" },
          { question: "question_income", includes: "sales" },
          { question: "question_income", includes: "retirement" },
          { question: "question_income", includes: "social" },
          { question: "question_income", includes: "self" },
          { question: "question_income", includes: "unemployment" },
        ],
      },
    }),
    request("request_1098", t("Form 1098 from your mortgage lender", "Formulario 1098 de su hipoteca"), {
      condition: yes("question_homeowner"),
    }),
    request("request_1095a", t("Form 1095-A", "Formulario 1095-A"), {
      required: true,
      condition: yes("question_marketplace"),
    }),
    request("request_receipts", t("Receipts and summaries", "Recibos y resúmenes"), {
      help: t("Charity, medical, child care, business.", "Donaciones, gastos médicos, guardería, negocio."),
    }),
    request("request_identity", t("Driver’s license, for each of you", "Licencia de conducir, de cada uno"), {
      required: true,
    }),
  ],
}

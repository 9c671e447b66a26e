import { inSpanish, type Row, rowsOf } from "./row.ts"

const unreadable = { fault: "money_unreadable", example: "1,250" } as const
const ask = (first: string, second: string) => ({ fault: "money_ambiguous", first, second }) as const

/** On a Spanish page, a comma begins decimals, and `mil` is a thousand. */
const money = rowsOf("money", [
  ["1250,50", "1250.50"],
  ["10,00", "10.00"],
  ["1.250,50", "1250.50"],
  ["1 250,50 $", "1250.50"],
  ["1,250", "1250.00"],
  ["2,5 mil", "2500.00"],
  ["mil", "1000.00"],
  ["dos mil", "2000.00"],
  ["un millón", "1000000.00"],
  ["2 mil millones", "2000000000.00"],
  ["unos 300 mil", "300000.00"],
  ["1250 dólares", "1250.00"],
  ["", null],
  ["1.250", ask("1,250", "1.25")],
  ["1,2 M", ask("1,200,000", "1,200")],
  ["1.250 millones", ask("1,250,000,000", "1,250,000")],
  ["500 euros", { fault: "money_other_currency", example: "1,250" }],
  ["entre 1250 y 1300", { fault: "amount_is_range", example: "1,250" }],
  ["twenty", unreadable],
  ["nada", unreadable],
])

const number = rowsOf("number", [
  ["2,5", "2.5"],
  ["1.234,5", "1234.5"],
  ["dos", "2"],
  ["treinta", "30"],
  ["1,250", { fault: "number_ambiguous", first: "1250", second: "1.25" }],
  ["1.250", { fault: "number_ambiguous", first: "1250", second: "1.25" }],
  ["two", { fault: "number_unreadable", example: "12.5" }],
])

const percentage = rowsOf("percentage", [
  ["12,5 %", "12.5"],
  ["25 por ciento", "25"],
  ["cincuenta por ciento", "50"],
  ["33,333", "33.333"],
  ["101", { fault: "number_too_large", limit: "100" }],
])

const date = (month: string, day: string, year: string) => ({ month, day, year })
const dates = rowsOf("date", [
  [date("marzo", "14", "1962"), "1962-03-14"],
  [date("ene.", "1.º", "1962"), "1962-01-01"],
  [date("14 de marzo de 1962", "", ""), "1962-03-14"],
  [
    date("", "", "03/04/1962"),
    { fault: "date_ambiguous", first: "4 de marzo de 1962", second: "3 de abril de 1962" },
  ],
  [date("2", "29", "1961"), { fault: "date_does_not_exist", limit: "febrero de 1961" }],
])
const months = rowsOf(
  "date",
  [
    [date("mayo de 1998", "", ""), "1998-05"],
    [date("mayo", "", ""), { fault: "date_needs_year" }],
  ],
  { precision: "month" },
)

const others = [
  ...rowsOf("phone", [
    ["202 555 0142 anexo 5", "202 555 0142 anexo 5"],
    ["llamar después", { fault: "phone_unreadable" }],
  ]),
  ...rowsOf("email", [["ana arroba example.com", { fault: "email_needs_at" }]]),
]

export const spanishRows: Row[] = inSpanish([
  ...money,
  ...number,
  ...percentage,
  ...dates,
  ...months,
  ...others,
])

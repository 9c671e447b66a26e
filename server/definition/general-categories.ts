/** Types of property and debt common to all firms, identified by API codes. A code never changes its meaning. */
export interface GeneralCategory {
  id: string
  label: string
  label_es: string
}

/** Paid when the insured dies, so part of what heirs receive, but not of what the client owns today. */
export const insurance_category = "A011"

const table: readonly (readonly [string, string, string])[] = [
  ["A001", "Cash", "Efectivo"],
  ["A002", "Checking and Savings Accounts", "Cuentas corrientes y de ahorro"],
  ["A003", "Certificates of Deposit", "Certificados de depósito"],
  ["A004", "Brokerage Accounts", "Cuentas de inversión"],
  ["A005", "Stocks", "Acciones"],
  ["A006", "Bonds", "Bonos"],
  ["A007", "Mutual Funds", "Fondos de inversión"],
  ["A008", "Retirement Accounts", "Cuentas de jubilación"],
  ["A009", "Pensions", "Pensiones"],
  ["A010", "Annuities", "Rentas vitalicias"],
  ["A011", "Life Insurance", "Seguros de vida"],
  ["A012", "Long-Term Care Insurance", "Seguros de cuidados a largo plazo"],
  ["A013", "Health Savings Accounts", "Cuentas de ahorro para la salud"],
  ["A014", "Education Savings", "Ahorro para la educación"],
  ["A015", "Stock Options and Deferred Compensation", "Opciones sobre acciones y compensación diferida"],
  ["A016", "Business Interests", "Participaciones en negocios"],
  ["A017", "Real Estate", "Bienes raíces"],
  ["A018", "Timeshares", "Tiempos compartidos"],
  ["A019", "Farm and Ranch Property", "Propiedad agrícola y ganadera"],
  ["A020", "Mineral Rights", "Derechos sobre minerales"],
  ["A021", "Vehicles", "Vehículos"],
  ["A022", "Boats and Aircraft", "Embarcaciones y aeronaves"],
  ["A023", "Household Goods", "Enseres domésticos"],
  ["A024", "Jewelry", "Joyas"],
  ["A025", "Art and Collectibles", "Arte y objetos de colección"],
  ["A026", "Personal Property", "Bienes personales"],
  ["A027", "Firearms", "Armas de fuego"],
  ["A028", "Animals", "Animales"],
  ["A029", "Digital Assets", "Bienes digitales"],
  ["A030", "Cryptocurrency", "Criptomonedas"],
  ["A031", "Intellectual Property", "Propiedad intelectual"],
  ["A032", "Loans Owed to the Client", "Préstamos por cobrar"],
  ["A033", "Trust Interests", "Intereses en fideicomisos"],
  ["A034", "Inheritances Expected", "Herencias esperadas"],
  ["A035", "Lawsuits and Claims", "Demandas y reclamaciones"],
  ["A036", "Safe Deposit Boxes", "Cajas de seguridad"],
  ["A037", "Burial Plots and Prepaid Funerals", "Sepulturas y funerales prepagados"],
  ["A038", "Government Benefits", "Beneficios del gobierno"],
  ["A050", "Mortgages", "Hipotecas"],
  ["A051", "Home Equity Loans", "Préstamos sobre el valor de la vivienda"],
  ["A052", "Vehicle Loans", "Préstamos de vehículos"],
  ["A053", "Credit Cards", "Tarjetas de crédito"],
  ["A054", "Student Loans", "Préstamos estudiantiles"],
  ["A055", "Personal Loans", "Préstamos personales"],
  ["A056", "Medical Debts", "Deudas médicas"],
  ["A057", "Taxes Owed", "Impuestos por pagar"],
  ["A058", "Business Debts and Guarantees", "Deudas y garantías de negocios"],
  ["A059", "Support Obligations", "Obligaciones de manutención"],
  ["A098", "Other Debts", "Otras deudas"],
  ["A099", "Other Assets", "Otros bienes"],
]

export const generalCategories: readonly GeneralCategory[] = table.map(([id, label, label_es]) => ({
  id,
  label,
  label_es,
}))

const byId = new Map(generalCategories.map((category) => [category.id, category]))

export function findGeneralCategory(id: string): GeneralCategory | undefined {
  return byId.get(id)
}

/** In the API's format: an unset or unknown category is `{id: null, label: null}`. */
export function generalCategoryOnWire(
  id: string | null,
): { id: string; label: string } | { id: null; label: null } {
  const category = id === null ? undefined : byId.get(id)
  return category ? { id: category.id, label: category.label } : { id: null, label: null }
}

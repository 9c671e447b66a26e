/** Types of property and debt common to all firms, identified by API codes. A code never changes its meaning. */
export interface GeneralCategory {
  id: string
  label: string
}

/** Paid when the insured dies, so part of what heirs receive, but not of what the client owns today. */
export const insurance_category = "A011"

const table: readonly (readonly [string, string])[] = [
  ["A001", "Cash"],
  ["A002", "Checking and Savings Accounts"],
  ["A003", "Certificates of Deposit"],
  ["A004", "Brokerage Accounts"],
  ["A005", "Stocks"],
  ["A006", "Bonds"],
  ["A007", "Mutual Funds"],
  ["A008", "Retirement Accounts"],
  ["A009", "Pensions"],
  ["A010", "Annuities"],
  ["A011", "Life Insurance"],
  ["A012", "Long-Term Care Insurance"],
  ["A013", "Health Savings Accounts"],
  ["A014", "Education Savings"],
  ["A015", "Stock Options and Deferred Compensation"],
  ["A016", "Business Interests"],
  ["A017", "Real Estate"],
  ["A018", "Timeshares"],
  ["A019", "Farm and Ranch Property"],
  ["A020", "Mineral Rights"],
  ["A021", "Vehicles"],
  ["A022", "Boats and Aircraft"],
  ["A023", "Household Goods"],
  ["A024", "Jewelry"],
  ["A025", "Art and Collectibles"],
  ["A026", "Personal Property"],
  ["A027", "Firearms"],
  ["A028", "Animals"],
  ["A029", "Digital Assets"],
  ["A030", "Cryptocurrency"],
  ["A031", "Intellectual Property"],
  ["A032", "Loans Owed to the Client"],
  ["A033", "Trust Interests"],
  ["A034", "Inheritances Expected"],
  ["A035", "Lawsuits and Claims"],
  ["A036", "Safe Deposit Boxes"],
  ["A037", "Burial Plots and Prepaid Funerals"],
  ["A038", "Government Benefits"],
  ["A050", "Mortgages"],
  ["A051", "Home Equity Loans"],
  ["A052", "Vehicle Loans"],
  ["A053", "Credit Cards"],
  ["A054", "Student Loans"],
  ["A055", "Personal Loans"],
  ["A056", "Medical Debts"],
  ["A057", "Taxes Owed"],
  ["A058", "Business Debts and Guarantees"],
  ["A059", "Support Obligations"],
  ["A098", "Other Debts"],
  ["A099", "Other Assets"],
]

export const generalCategories: readonly GeneralCategory[] = table.map(([id, label]) => ({ id, label }))

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

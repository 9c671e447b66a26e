import type { Calendar } from "../../calendar.ts"
import type { AssetGiven, BeneficiaryGiven } from "../../story.ts"
import { asset } from "../../writing.ts"

const childrenEqually: BeneficiaryGiven[] = [
  ["ioana", "33.34", "contingent"],
  ["cormac", "33.33", "contingent"],
  ["lucia", "33.33", "contingent"],
]

/** What she adds: the house, what they share, and what is hers. */
export const shared = (calendar: Calendar): Record<string, AssetGiven> => ({
  house: asset("real_estate", "418 Larkspur Lane, Alexandria, VA 22314", "joint", {
    credit_value: "985000",
    debit_value: "412650.18",
    fields: { field_use: "home", field_bought: calendar.yearsAgo(11, "04-16"), field_price: "640000" },
  }),
  cabin: asset("real_estate", "Lot 7, Heron Point Road, Deep Creek, MD 21550", "joint", {
    credit_value: "318000",
    debit_value: "96400",
    fields: { field_use: "second_home", field_bought: calendar.yearsAgo(5, "09-02"), field_price: "265000" },
  }),
  checking: asset("bank", "Potomac Mutual, checking …4471", "joint", {
    credit_value: "23480.77",
    fields: { field_account_kind: "checking" },
  }),
  savings: asset("bank", "Potomac Mutual, savings …9020", "joint", {
    credit_value: "61200",
    fields: { field_account_kind: "savings" },
    beneficiaries: [
      ["ioana", "33.34"],
      ["cormac", "33.33"],
      ["lucia", "33.33"],
    ],
  }),
  brokerage: asset("brokerage", "Tidewater Wealth …3308", "joint", {
    credit_value: "274915.36",
    fields: { field_transfer_on_death: "no" },
  }),
  plan401k: asset("retirement", "Meridian Health Systems 401(k) …5512", "main", {
    credit_value: "356104.90",
    fields: { field_plan_kind: "401k" },
    beneficiaries: [["partner", "100"], ...childrenEqually],
  }),
  term: asset("life_insurance", "Chesapeake Life, policy 88-20417", "main", {
    credit_value: "750000",
    debit_value: "0",
    fields: { field_insured: "Siobhán O’Neil-Ștefănescu", field_ends: calendar.yearsAgo(-13, "08-31") },
    beneficiaries: [["partner", "100"], ...childrenEqually],
  }),
  ring: asset("valuables", "Grandmother’s emerald ring", "main", {
    credit_value: "8400",
    fields: { field_appraised: "yes", field_meant_for: "Ioana" },
  }),
  ioana529: asset("education", "Virginia 529 …7710", "main", {
    credit_value: "48300",
    fields: { field_student: "Ioana", field_successor_owner: "Andrei" },
  }),
  lucia529: asset("education", "Virginia 529 …7711", "main", {
    credit_value: "19750",
    fields: { field_student: "Lucia", field_successor_owner: "Andrei" },
  }),
  loan: asset("receivable", "Declan O’Neil", "main", {
    credit_value: "12000",
    fields: { field_in_writing: "yes" },
  }),
  student: asset("debts", "Commonwealth Student Lending …0034", "main", {
    debit_value: "18260",
    fields: { field_debt_kind: "student" },
  }),
})

/** What he adds from his own link. */
export const his = (calendar: Calendar): Record<string, AssetGiven> => ({
  workshop: asset("business", "Ștefănescu Fine Woodworking LLC", "partner", {
    credit_value: "180000",
    debit_value: "35000",
    fields: { field_business_kind: "llc", field_business_share: "80", field_business_agreement: "no" },
  }),
  land: asset("real_estate", "Plot 212, Rășinari, Sibiu, Romania", "partner", {
    credit_value: "41000",
    debit_value: "0",
    fields: { field_use: "land", field_bought: calendar.yearsAgo(19, "06-21") },
  }),
  roth: asset("retirement", "Tidewater Roth IRA …3342", "partner", {
    credit_value: "88240.12",
    fields: { field_plan_kind: "roth" },
    beneficiaries: [
      ["main", "75"],
      ["luca", "25"],
      ["harbor", "100", "contingent"],
    ],
  }),
  whole_life: asset("life_insurance", "Old Dominion Mutual, policy W-33902", "partner", {
    credit_value: "200000",
    debit_value: "5200",
    fields: { field_insured: "Andrei Ștefănescu", field_cash_value: "27800" },
    beneficiaries: [
      ["main", "50"],
      ["luca", "50"],
    ],
  }),
  truck: asset("vehicles", "Ford F-150, five years old", "partner", {
    credit_value: "24500",
    debit_value: "6100",
  }),
  crypto: asset("digital", "Bitcoin, hardware wallet", "partner", {
    credit_value: "9300",
    fields: { field_access: "The device is in the workshop safe; the recovery words are with Ruxandra." },
  }),
  card: asset("debts", "Potomac Mutual Visa …1187", "joint", {
    debit_value: "3940.25",
    fields: { field_debt_kind: "card" },
  }),
})

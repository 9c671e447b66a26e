import type { FactName } from "./conditions.ts"

/** Facts as the subject of a condition sentence. */
export const factWords: Record<FactName, string> = {
  marital_status: "the marital status",
  number_of_children: "the number of children",
  has_minor_children: "the presence of children under 18",
  client_type: "the type of client",
  has_partner: "the presence of a partner",
  assets: "the list of assets and debts",
  has_joint_assets: "joint ownership",
  has_minor_beneficiaries: "the presence of beneficiaries under 18",
}

/** Fixed wording for comparisons that would read badly as subject, verb and value. */
export const factClauses: Record<string, string> = {
  "has_partner true": "a partner takes part",
  "has_partner false": "no partner takes part",
  "has_minor_children true": "a child is under 18",
  "has_minor_children false": "no child is under 18",
  "has_minor_children unknown": "the birth dates do not say whether a child is under 18",
  "has_minor_children known": "the birth dates say whether a child is under 18",
  "assets known": "an asset or debt is listed",
  "assets unknown": "no asset or debt is listed",
  "has_joint_assets true": "the clients own something together",
  "has_joint_assets false": "the clients own nothing together",
  "has_joint_assets unknown": "the questionnaire does not ask what the clients own",
  "has_joint_assets known": "the questionnaire asks what the clients own",
  "has_minor_beneficiaries true": "a beneficiary of an asset is under 18",
  "has_minor_beneficiaries false": "no beneficiary of an asset is under 18",
  "has_minor_beneficiaries unknown": "the birth dates do not say whether a beneficiary is under 18",
  "has_minor_beneficiaries known": "the birth dates say whether a beneficiary is under 18",
  "client_type self": "the client fills this in",
  "client_type representative": "a representative fills this in",
}

export const factValueWords: Record<string, string> = {
  single: "single",
  married: "married",
  life_partner: "life partners",
  divorced: "divorced",
  widowed: "widowed",
  separated: "separated",
  self: "the client in person",
  representative: "a representative",
}

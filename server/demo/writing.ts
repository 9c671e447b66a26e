// Short hand for writing stories: what people give is said in one line.
import type { AddressEdit, EmailEdit, PhoneEdit } from "../contacts/reach.ts"
import type { AssetGiven, FileGiven, RoleGiven } from "./story.ts"

export function mobile(number: string): PhoneEdit {
  return { type: "mobile", number }
}

export function work(number: string): PhoneEdit {
  return { type: "work", number }
}

export function email(address: string): EmailEdit {
  return { type: "home", email: address }
}

export function home(
  street: string,
  city: string,
  state: string,
  postal_code: string,
  country_iso = "US",
): AddressEdit {
  return { type: "home", street, city, state, postal_code, country_iso }
}

/** One person on each level. */
export function inTurn(role: string, of: RoleGiven["of"], ...people: string[]): RoleGiven {
  return { role, of, levels: people.map((person) => [person]) }
}

/** A category's key without its prefix, what it is, and whose. */
export function asset(
  category: string,
  identifier_value: string,
  owner_type: AssetGiven["owner_type"],
  rest: Omit<AssetGiven, "category" | "identifier_value" | "owner_type"> = {},
): AssetGiven {
  return { category: `category_${category}`, identifier_value, owner_type, ...rest }
}

export function file(to: string, filename: string, content: FileGiven["content"]): FileGiven {
  return { to, filename, content }
}

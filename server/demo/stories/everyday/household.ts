import type { AddressEdit } from "../../../contacts/reach.ts"
import type { QuestionnaireKey } from "../../story.ts"

/** A matter in one paragraph: who it is about, and how far it has come. */
export interface Household {
  questionnaire: QuestionnaireKey
  last: string
  first: string
  sex: "Male" | "Female"
  age: number
  status: "single" | "married" | "life_partner" | "divorced" | "widowed"
  partner?: { first: string; sex: "Male" | "Female"; age: number }
  children?: readonly { first: string; sex: "Male" | "Female"; age: number }[]
  /** Who fills in an estate: a child of the person who died. */
  answering?: { first: string; last: string }
  /** Whom they trust with every role. */
  trusted: { first: string; last: string; relationship_type: string }
  address: AddressEdit
  email: string
  phone: string
  /** Days before the demo is loaded. */
  opened: number
  /** The member of staff. */
  by: string
  reached: "created" | "started" | "submitted" | "completed" | "closed"
}

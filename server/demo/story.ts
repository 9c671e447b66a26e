// What the demo tells: matters as data. People, assets and the parts of questionnaires go by keys here; telling a
// story gives them their ids.
import type { OwnerType } from "../assets/asset_values.ts"
import type { ContactField } from "../contacts/fields.ts"
import type { AddressEdit, EmailEdit, PhoneEdit } from "../contacts/reach.ts"
import type { Context } from "../events/schema.ts"
import type { Party, Person } from "../matters/parties.ts"
import type { Moment } from "./calendar.ts"

export type QuestionnaireKey = "planning" | "probate" | "tax"

/** One matter from the day it was made; its first chapter is told by staff. */
export interface Story {
  questionnaire: QuestionnaireKey
  matter_name: string
  opened: { at: Moment; by: string }
  context?: Context
  /** Who is invited when it is opened; nobody means that the firm's software made it, with a link to pass on. */
  invites?: readonly Invitee[]
  /** The member of staff who looks after it. */
  assignee?: string
  chapters: readonly Chapter[]
}

export type Invitee = Person & { party: Party; message?: string }

/** What one person did at one moment; several things happen in the order they are listed here. */
export interface Chapter {
  at: Moment
  /** A member of staff, or the party who pressed Start. */
  by: string
  reopens?: true
  /** Mails the clients what is missing. */
  reminds?: true
  /** What staff ask the clients to look at again. */
  asks?: readonly AskedAgain[]
  starts?: true
  gives?: Given
  /** Keys of sections whose answers the client found right; with `submits`, all of them. */
  reviews?: readonly string[]
  submits?: true
  completes?: true
  closes?: true
}

/** Something the clients gave, by its key, and the firm's words about it. */
export type AskedAgain = { words: string } & (
  | { person: string }
  | { asset: string }
  | { question: string; of?: "main" | "partner" }
)

/** What is given and changed. A person or an asset under a key that is known is changed, else added. */
export interface Given {
  facts?: { contact_main_marital_status?: string; number_of_children?: number }
  /** `main`, `partner` and `representative` are the clients, and the person a representative speaks for. */
  people?: Readonly<Record<string, PersonGiven>>
  /** By the question's key, with `:main` or `:partner` where it is asked of each; people by their key. */
  answers?: Readonly<Record<string, string | boolean | readonly string[]>>
  roles?: readonly RoleGiven[]
  assets?: Readonly<Record<string, AssetGiven>>
  files?: readonly FileGiven[]
}

export type PersonGiven = { [Field in ContactField]?: string } & {
  phones?: readonly PhoneEdit[]
  emails?: readonly EmailEdit[]
  addresses?: readonly AddressEdit[]
}

export interface RoleGiven {
  role: string
  /** The client it is about, where it is asked of each. */
  of?: "main" | "partner"
  /** First choice, then successors; each level lists who serve together. */
  levels: readonly (readonly string[])[]
}

export interface AssetGiven {
  /** Left out when the asset is changed. */
  category?: string
  identifier_value?: string
  owner_type?: OwnerType
  owner_value?: string
  credit_value?: string
  debit_value?: string
  fields?: Readonly<Record<string, string>>
  beneficiaries?: readonly BeneficiaryGiven[]
}

export type BeneficiaryGiven = readonly [person: string, share: string, level?: "contingent"]

export interface FileGiven {
  /** The key of a document request or of an asset. */
  to: string
  filename: string
  content: () => Buffer | Promise<Buffer>
}

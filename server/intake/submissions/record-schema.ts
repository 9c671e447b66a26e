import Type from "typebox"
import { exactly, Nullable } from "../../platform/http/shapes.ts"
import { Answer } from "../answers/schema.ts"
import { OwnedAsset } from "../assets/schema.ts"
import { Client, Contact } from "../contacts/schema.ts"
import { Document, FinancialDocument } from "../documents/schema.ts"
import { Matter } from "../matters/schema.ts"
import { Role } from "../roles/schema.ts"
import { SubmissionList } from "./schema.ts"

const { submissions, unavailable_documents } = SubmissionList.properties

export const MatterRecord = exactly(
  {
    submission: Nullable(
      Type.Integer({ description: "The number of the submission; null for the live records." }),
    ),
    matter: Matter,
    clients: Type.Array(Client),
    contacts: Type.Array(Contact),
    roles: Type.Array(Role),
    assets: Type.Array(OwnedAsset),
    answers: Type.Array(Answer),
    documents: Type.Array(Document, { description: "All of them, newest first." }),
    financial_documents: Type.Array(FinancialDocument, { description: "All of them, newest first." }),
    submissions,
    unavailable_documents,
  },
  {
    title: "Record of a matter",
    description: "Each part as its own endpoint returns it, and each asset with its owners.",
  },
)

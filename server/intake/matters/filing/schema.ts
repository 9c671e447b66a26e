import Type, { type Static } from "typebox"
import { exactly, Nullable } from "../../../platform/http/shapes.ts"
import { StageId } from "../stages/schema.ts"

const number = { examples: ["2026-0147"] }
const day = { examples: ["2026-06-30"] }
const user = { examples: ["user_0192F0C47B3A7C11A0B1C2D3E4F50607"] }

export type MatterFiling = Static<typeof MatterFiling>
export const MatterFiling = exactly(
  {
    matter: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    file_number: Type.String({ description: "Your firm's own number; empty for none.", ...number }),
    due_on: Nullable(Type.String({ description: "The day by which the matter should be done.", ...day })),
    tags: Type.Array(Type.String(), {
      description: "In alphabetical order.",
      examples: [["Trust", "Urgent"]],
    }),
    stage_id: StageId("The stage of your firm's own work; null for none."),
    assignee_id: Nullable(
      Type.String({ description: "The member of staff who is responsible for the matter.", ...user }),
    ),
  },
  { title: "Matter filing", description: "How your firm files a matter. Clients see none of it." },
)

export type FilingChanges = Static<typeof FilingChanges>
export const FilingChanges = exactly(
  {
    file_number: Type.Optional(
      Type.String({
        maxLength: 60,
        "x-reads": "line",
        description: "Your firm's own number: one line of at most 60 characters; empty for none.",
        ...number,
      }),
    ),
    due_on: Type.Optional(
      Nullable(
        Type.String({
          "x-reads": "day",
          description: "The day by which the matter should be done; null for none.",
          ...day,
        }),
      ),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ maxLength: 40, "x-reads": "line" }), {
        maxItems: 20,
        description:
          "All tags, in place of those it has: at most 20 of at most 40 characters each, without commas. Blank and repeated ones are left out.",
        examples: [["Trust", "Urgent"]],
      }),
    ),
    stage_id: Type.Optional(
      StageId(
        "The stage to move the matter to; null for none. A stage with days also sets the due day, unless you name one.",
      ),
    ),
    assignee_id: Type.Optional(
      Nullable(
        Type.String({
          description:
            "The member of staff who is responsible for the matter, and may see and edit it; null for no one.",
          ...user,
        }),
      ),
    ),
  },
  { title: "Filing changes", description: "At least one field.", minProperties: 1 },
)

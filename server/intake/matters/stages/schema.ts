import Type, { type Static } from "typebox"
import { exactly, Nullable } from "../../../platform/http/shapes.ts"

export const max_stages = 20
export const max_stage_name = 40
export const max_waits_for = 200
export const max_stage_days = 365

const id = { examples: ["stage_0192F0C47B3A7C11A0B1C2D3E4F50607"] }

/** The stage of a matter in its filing. */
export const StageId = (description: string) => Nullable(Type.String({ description, ...id }))

export type Stage = Static<typeof Stage>
export const Stage = exactly(
  {
    id: Type.String(id),
    name: Type.String({ examples: ["Drafting"] }),
    due_days: Nullable(
      Type.Integer({
        description:
          "A matter that enters the stage is due after so many days; null leaves its due day as it is.",
        examples: [14],
      }),
    ),
    waits_for: Type.String({
      description: "What matters wait for in this stage; empty if your firm has not said.",
      examples: ["the first drafts"],
    }),
  },
  { title: "Stage", description: "One of the stages your firm has named. Clients see none of them." },
)

export type StageList = Static<typeof StageList>
export const StageList = exactly(
  { stages: Type.Array(Stage, { description: "In your firm's order; empty if it uses none." }) },
  { title: "Stages", description: "The stages your firm has named." },
)

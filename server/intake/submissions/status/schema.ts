import Type, { type Static } from "typebox"
import { exactly, Nullable } from "../../../platform/http/shapes.ts"

const moment = (description: string, example: string) =>
  Nullable(Type.String({ description, examples: [example] }))

export type MatterStatus = Static<typeof MatterStatus>
export const MatterStatus = exactly(
  {
    matter: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    state: Type.Enum(["created", "started", "submitted", "completed", "closed"], {
      description:
        "`created` until the client starts, then `started`, `submitted`, and `completed`; `closed` while the matter is closed. A completed matter that is reopened for its client is `submitted` again, or `started`.",
    }),
    is_submitted: Type.Boolean({ description: "Whether the client has ever submitted." }),
    client_may_edit: Type.Boolean({ description: "Whether the client can still edit." }),
    questionnaire_version: Type.Integer({
      description:
        "The version of the questionnaire that the matter is on, for Get Contents of Questionnaire.",
      examples: [3],
    }),
    last_submission: Nullable(
      Type.Integer({
        description: "The number of the latest submission or completion, for `?submission=`; null for none.",
        examples: [2],
      }),
    ),
    started_at: moment("When the client started; null before.", "2026-03-02T09:30:00Z"),
    submitted_at: moment("When the client last submitted.", "2026-03-14T20:41:00Z"),
    completed_at: moment("When staff completed the matter; null while it is not.", "2026-03-16T15:00:00Z"),
    close_date: Nullable(
      Type.String({ description: "The day the matter was closed; null while it is open." }),
    ),
  },
  { title: "Matter status", description: "How far a matter is, and whether its client can edit." },
)

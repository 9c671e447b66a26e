import Type, { type Static } from "typebox"
import { exactly, Nullable } from "../../platform/http/shapes.ts"

export type Role = Static<typeof Role>
export const Role = exactly(
  {
    id: Type.String({
      description: "The id of the role. The two entries of a split role share it.",
      examples: ["role_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
    role_description: Type.String({ examples: ["Executor"] }),
    split: Type.Boolean({ description: "Whether each of two clients fills the role separately." }),
    focus_type: Nullable(Type.Enum(["contact_main", "contact_partner"])),
    focus_contact: Nullable(Type.String({ description: "The id of the client this entry is for." })),
    assignments: Type.Array(
      exactly({
        position: Type.Integer({
          description: "Numbered from 1, without gaps: first choice, then successors.",
        }),
        contacts: Type.Array(Type.String(), {
          description: "The ids of the people who serve together, in the order added.",
        }),
        display_name: Type.String({ examples: ["Ada Smith and Ben Smith"] }),
      }),
    ),
  },
  { title: "Role" },
)

export type RoleList = Static<typeof RoleList>
export const RoleList = exactly(
  { matter: Type.String(), roles: Type.Array(Role) },
  { title: "Roles of a matter", description: "Every active role and who should serve in it." },
)

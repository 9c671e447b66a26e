import Type, { type Static } from "typebox"
import { exactly } from "../../platform/http/shapes.ts"

export type User = Static<typeof User>
export const User = exactly(
  {
    id: Type.String({ examples: ["user_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    email: Type.String({ description: "Empty for a client who came by a link made without an address." }),
  },
  { title: "User", description: "The user." },
)

import Type from "typebox"
import { textIn } from "../../definition/text.ts"
import type { App } from "../../platform/http/app.ts"
import { exactly } from "../../platform/http/shapes.ts"
import { listFilesAlone } from "../matters/progress/parts-alone.ts"
import { readVisibility } from "../matters/progress/visibility.ts"
import { MatterParams } from "../matters/schema.ts"

const AnsweredAlone = exactly(
  {
    matter: Type.String(),
    sections: Type.Array(
      exactly({
        id: Type.String({ examples: ["section_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
        title: Type.String({ examples: ["For you alone"] }),
      }),
    ),
    documents: Type.Array(
      exactly({
        document_id: Type.String({ examples: ["document_P0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
        contact: Type.String({ description: "The id of the client who uploaded the document." }),
      }),
    ),
  },
  {
    title: "Answered alone",
    description:
      "The sections that each of two clients answers alone, and which client uploaded each document in them.",
  },
)

/**
 * Lists the parts the clients keep from each other and the owners of the files in them. Answers name their owner
 * themselves.
 */
export function answeredAloneRoute(app: App): void {
  app.get(
    "/v1/matters/:matter_id/answered-alone",
    {
      config: { scope: "documents:read" },
      schema: {
        operationId: "getAnsweredAlone",
        tags: ["Matters"],
        summary: "Get Parts Answered Alone",
        description:
          "Lists the sections that each of two clients answers alone: neither client sees the other’s answers or documents in them. Answers name their client in `about`; this endpoint names the client of each document.",
        params: MatterParams,
        response: { 200: AnsweredAlone },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        const [{ definition, alone }, files] = await Promise.all([
          readVisibility(tx, matter_id),
          listFilesAlone(tx, matter_id),
        ])
        const sections = definition.sections
          .filter(({ id }) => alone.has(id))
          .map(({ id, title }) => ({ id, title: textIn(title, "en") }))
        const documents = [...files].map(([document_id, contact]) => ({ document_id, contact }))
        return { matter: matter_id, sections, documents }
      }),
  )
}

import type { ApiDescription } from "../platform/http/openapi-parts.ts"
import { apiErrors } from "./error-codes.ts"
import { exampleAnswers } from "./example-responses.ts"
import { guide, introduction } from "./guide.ts"

/** What the interface's document says before its routes. */
export const description: ApiDescription = {
  title: "Foyer",
  version: "1.0.0",
  description: [introduction, ...guide.map(({ title, text }) => `## ${title}\n\n${text}`)].join("\n\n"),
  tags: [
    { name: "Matters", description: "Intakes, the people in them, what they own and who should serve." },
    {
      name: "Documents",
      description: "Files that clients uploaded, behind links that live for ten minutes.",
    },
    { name: "Questionnaires", description: "What a firm asks, and the categories of assets it asks for." },
    { name: "Events", description: "What happened to matters, newest first." },
    { name: "Users", description: "Staff and clients, as events name them." },
    { name: "Webhooks", description: "Where events are sent." },
  ],
  examples: exampleAnswers,
  errors: apiErrors,
}

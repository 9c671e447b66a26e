import type { ApiDescription } from "../../platform/http/openapi-parts.ts"
import { apiErrors } from "./error-codes.ts"
import { exampleAnswers } from "./example-responses.ts"
import { guide, introduction } from "./guide.ts"
import { webhooks } from "./webhooks.ts"

/** The description at the start of the OpenAPI document. */
export const description: ApiDescription = {
  title: "Foyer",
  version: "1.0.0",
  description: [introduction, ...guide.map(({ title, text }) => `## ${title}\n\n${text}`)].join("\n\n"),
  tags: [
    {
      name: "Matters",
      description: "Intakes: the people in them, their assets, and who should serve in which role.",
    },
    { name: "Invitations", description: "Who was invited to a matter, and the links they were sent." },
    {
      name: "Documents",
      description:
        "Files that clients uploaded, with links that work for ten minutes. The paths without `/v1` work with it, too.",
    },
    { name: "Uploads", description: "Files that your software adds to a matter, whole or in pieces." },
    { name: "Questionnaires", description: "A firm's questionnaires and their asset categories." },
    { name: "Events", description: "What happened to matters, newest first." },
    { name: "Users", description: "Staff and clients, as events refer to them." },
    { name: "Webhooks", description: "Where events are sent." },
    {
      name: "Testing",
      description: "What a key of a test firm does instead of a client. Keys of real firms can't.",
    },
    // Not the tag of an operation: generators would write both into one file.
    { name: "Webhook events", description: "What is sent there." },
  ],
  examples: exampleAnswers,
  errors: apiErrors,
  webhooks,
}

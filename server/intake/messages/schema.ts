import Type, { type Static } from "typebox"
import { exactly, Nullable, PageOf, PageQuery } from "../../platform/http/shapes.ts"

const topic_id = "topic_0192F0C47B3A7C11A0B1C2D3E4F50607"
const subject = { examples: ["The house in Springfield"] }

export type Message = Static<typeof Message>
export const Message = exactly(
  {
    id: Type.String({ examples: ["message_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    matter: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    topic: exactly({
      id: Type.String({ examples: [topic_id] }),
      subject: Type.String(subject),
      question: Nullable(Type.String({ description: "The id of the question the topic was opened from." })),
      about: Nullable(Type.String({ description: "The id of the client that question is about." })),
    }),
    text: Type.String({ description: "The text as written, including line breaks." }),
    documents: Type.Array(
      exactly({
        document_id: Type.String({ examples: ["document_P0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
        filename: Type.String({ examples: ["Deed.pdf"] }),
        size: Type.Integer({ description: "Size in bytes." }),
      }),
      { description: "The attached files. Use Get Single Document for a download link." },
    ),
    user: exactly(
      {
        id: Type.String(),
        name: Type.String(),
        is_firm_staff: Type.Boolean(),
        is_client_user: Type.Boolean(),
      },
      { description: "The author." },
    ),
    created_at: Type.String({ examples: ["2026-03-02T09:30:00Z"] }),
  },
  { title: "Message", description: "A message from your firm or a client about a matter." },
)

export const MessagePage = PageOf(Message, "Message")
export const MessageQuery = Type.Object(PageQuery)

export type PostedMessage = Static<typeof PostedMessage>
export const PostedMessage = exactly(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 5000,
      "x-reads": "lines",
      description: "1–5,000 characters. Line breaks are preserved.",
      examples: ["Could you send us the deed when you find it?"],
    }),
    topic: Type.Optional(
      Type.String({
        description: "The id of an existing topic. Provide either this or `subject`.",
        examples: [topic_id],
      }),
    ),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        "x-reads": "line",
        description: "The subject of a new topic, in one line. Provide either this or `topic`.",
        ...subject,
      }),
    ),
  },
  { title: "New message" },
)

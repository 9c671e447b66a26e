import Type, { type Static } from "typebox"
import { exactly, Nullable, PageOf, PageQuery } from "../platform/http/shapes.ts"
import { visibleLinePattern } from "../platform/one-line.ts"

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
      question: Nullable(Type.String({ description: "The question it was opened at." })),
      about: Nullable(Type.String({ description: "The client that question is about." })),
    }),
    text: Type.String({ description: "As it was written, line breaks included." }),
    documents: Type.Array(
      exactly({
        document_id: Type.String({ examples: ["document_P0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
        filename: Type.String({ examples: ["Deed.pdf"] }),
        size: Type.Integer({ description: "Bytes." }),
      }),
      { description: "Files that were attached. Get Single Document gives a link to each." },
    ),
    user: exactly(
      {
        id: Type.String(),
        name: Type.String(),
        is_firm_staff: Type.Boolean(),
        is_client_user: Type.Boolean(),
      },
      { description: "Who wrote it." },
    ),
    created_at: Type.String({ examples: ["2026-03-02T09:30:00Z"] }),
  },
  { title: "Message", description: "What the firm or a client wrote about a matter." },
)

export const MessagePage = PageOf(Message, "Message")
export const MessageQuery = Type.Object(PageQuery)

export type PostedMessage = Static<typeof PostedMessage>
export const PostedMessage = exactly(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 5000,
      description: "1–5,000 characters. Line breaks stay.",
      examples: ["Could you send us the deed when you find it?"],
    }),
    topic: Type.Optional(Type.String({ description: "The topic to write in.", examples: [topic_id] })),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: visibleLinePattern,
        description: "Opens a new topic: what it is about, in one line. Give either this or `topic`.",
        ...subject,
      }),
    ),
  },
  { title: "New message" },
)

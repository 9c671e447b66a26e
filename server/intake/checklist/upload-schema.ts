import Type, { type Static } from "typebox"
import { exactly, IdInPath, Nullable } from "../../platform/http/shapes.ts"
import { MatterParams } from "../matters/schema.ts"
import { max_label_characters } from "./schema.ts"

const purpose = {
  filename: Type.Optional(
    Type.String({
      description:
        "The file’s name, for the client and your staff. Without an extension, the content decides.",
      examples: ["Will.pdf"],
    }),
  ),
  request_id: Type.Optional(
    Type.String({
      description: "The requested document that it is.",
      examples: ["docreq_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
  asset_id: Type.Optional(
    Type.String({
      description: "The asset that it belongs to, such as a deed’s; not together with `request_id`.",
      examples: ["asset_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
  label: Type.Optional(
    Type.String({
      maxLength: max_label_characters,
      "x-reads": "line",
      description:
        "Without either, what the document is called: 1–200 characters; the file’s name unless given. Files of one label are one document.",
      examples: ["Will of 2019"],
    }),
  ),
  sha256: Type.Optional(
    Type.String({
      pattern: "^[0-9a-fA-F]{64}$",
      description:
        "The SHA-256 of the file, in hex. A file that arrives otherwise is a 422, and nothing is added.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
  ),
}

export const FileQuery = Type.Object(purpose)

export const NewUpload = exactly(
  {
    size: Type.Integer({ minimum: 0, description: "Size of the file in bytes.", examples: [2_483_201] }),
    ...purpose,
  },
  { title: "New upload" },
)

export type Upload = Static<typeof Upload>
export const Upload = exactly(
  {
    id: Type.String({ examples: ["upload_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    matter_id: Type.String(),
    filename: Type.String({ examples: ["Will.pdf"] }),
    size: Type.Integer({ description: "Size of the file in bytes." }),
    received_bytes: Type.Integer({
      description: "Where to go on. The last byte counts only once the file is checked and added.",
    }),
    document_id: Nullable(Type.String({ description: "The document it became; null until then." })),
    upload_url: Type.String({ description: "Where to send the file: a resource of tus 1.0." }),
  },
  { title: "Upload", description: "A file that your software is sending in pieces." },
)

export const UploadParams = Type.Object({
  ...MatterParams.properties,
  upload_id: IdInPath("upload", "The id of the upload."),
})

export const OffsetHeaders = Type.Object({
  "upload-offset": Type.Optional(
    Type.String({
      description: "Where the piece begins: `received_bytes` of the upload.",
      examples: ["0"],
    }),
  ),
})

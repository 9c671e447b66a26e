// The child process of logo.ts.
import { answerParent } from "../../../platform/files/foreign/child.ts"
import { inspectPicture, type PictureUse } from "./inspect.ts"

answerParent(({ file, use }: { file: Uint8Array; use: PictureUse }) => inspectPicture(Buffer.from(file), use))

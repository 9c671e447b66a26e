// The child process of logo.ts.
import { answerParent } from "../../../platform/files/foreign/child.ts"
import { inspectLogo } from "./inspect.ts"

answerParent(({ file }: { file: Uint8Array }) => inspectLogo(Buffer.from(file)))

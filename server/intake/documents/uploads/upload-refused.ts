import type { UploadFault } from "../../../definition/faults/upload-faults.ts"
import { Failure } from "../../../platform/errors.ts"
import type { Inspection } from "../content-type.ts"

/** Thrown for a file that is not accepted. `fault` gives the reason to pages in other languages than the message's. */
export class UploadRefused extends Failure {
  readonly fault: UploadFault
  /** The extension that matches the content, where known. */
  readonly found_extension: string | undefined

  constructor({ code, message, found_extension }: Extract<Inspection, { accepted: false }>) {
    const errors = [{ param: "file", code, message }]
    if (code === "too_large") super("too_large", "file_too_large", message, errors)
    else super("bad_request", "file_refused", message, errors)
    this.name = "UploadRefused"
    this.fault = code
    this.found_extension = found_extension
  }
}

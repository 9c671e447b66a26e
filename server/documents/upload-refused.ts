import type { UploadFault } from "../definition/upload-faults.ts"
import { Failure } from "../platform/errors.ts"
import type { Inspection } from "./content-type.ts"

/** Thrown for a file that is not taken; `fault` says why, for pages that speak another language than the message. */
export class UploadRefused extends Failure {
  readonly fault: UploadFault
  /** The ending that would fit what is in the file, when that can be told. */
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

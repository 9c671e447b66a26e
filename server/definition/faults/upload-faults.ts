/** Why an upload was rejected, and what the person can do about it. */
export const uploadFaults = {
  empty: "This file is empty. Check that it opens on your device, then upload it again.",
  too_large: "This file is larger than 100 MB. Save it at a smaller size or split it, and upload the parts.",
  wrong_type:
    "This type of file is not accepted. Upload a picture (JPEG, PNG, WebP, HEIC), a PDF, a Word or Excel file, or plain text (TXT).",
  content_mismatch: (extension: string, found?: string): string => {
    const what = found === undefined ? "its content is something else" : `it is a .${found} file`
    return `This file's name ends in .${extension}, but ${what}. Open it on your device, save it as a PDF, and upload that.`
  },
  unchecked:
    "This file is too complicated to be checked, so it was not saved. Open it on your device, print it to a new PDF, and upload that.",
  password_protected:
    "This file is password-protected, so the firm could not open it. Save a copy without the password and upload that.",
  infected:
    "This file contains a virus and was not saved. Check your device with an up-to-date virus scanner, then upload a clean copy.",
  unscannable:
    "This file is too large for our virus scanner. Save it at a smaller size or split it, and upload the parts.",
  truncated:
    "The end of this file is missing; it may not have finished downloading or copying. Check that it opens on your device, then upload it again.",
}

export type UploadFault = keyof typeof uploadFaults

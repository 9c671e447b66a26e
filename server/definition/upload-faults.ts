/** Why a file is not taken, and what the person at the other end can do about it. */
export const uploadFaults = {
  empty: "This file is empty. Check that it opens on your device, then upload it again.",
  too_large: "This file is larger than 100 MB. Save it at a smaller size or split it, and upload the parts.",
  wrong_type:
    "This kind of file cannot be taken. Upload a picture (JPEG, PNG, HEIC), a PDF, a Word or Excel file, or plain text (TXT).",
  content_mismatch: (extension: string, found?: { extension: string; is_taken: boolean }): string => {
    const named = `This file's name ends in .${extension}, but`
    if (found === undefined)
      return `${named} something else is in it. Open it on your device, save it as a PDF, and upload that.`
    if (!found.is_taken)
      return `${named} a .${found.extension} file is in it. Open it on your device, save it as a PDF, and upload that.`
    return `${named} a .${found.extension} file is in it. Change the end of its name to .${found.extension} and upload it again.`
  },
  password_protected:
    "This file is protected by a password, so the firm could not open it. Save a copy without the password and upload that.",
  infected:
    "A virus was found in this file, so it was not saved. Check your device with an up-to-date virus scanner, then upload a clean copy.",
  unscannable:
    "This file is too large to be checked for viruses here. Save it at a smaller size or split it, and upload the parts.",
  truncated:
    "The end of this file is missing; it may not have finished downloading or copying. Check that it opens on your device, then upload it again.",
}

export type UploadFault = keyof typeof uploadFaults

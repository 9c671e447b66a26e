import type { UploadSettings } from "./upload-settings.ts"

/** The sentence that says why a file cannot be uploaded, judged by its name and size; undefined if it may be. */
export function faultOf(
  { name, size }: Pick<File, "name" | "size">,
  { words, max_bytes, extensions }: UploadSettings,
): string | undefined {
  if (size === 0) return words.empty
  if (size > max_bytes) return words.too_large
  const isTaken = extensions.some((extension) => name.toLowerCase().endsWith(extension))
  return isTaken ? undefined : words.wrong_type
}

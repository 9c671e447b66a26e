import type { UploadSettings } from "./upload-settings.ts"

/** Why a file need not be sent at all, as far as its name and size tell. */
export function faultOf(
  { name, size }: Pick<File, "name" | "size">,
  { words, max_bytes, extensions }: UploadSettings,
): string | undefined {
  if (size === 0) return words.empty
  if (size > max_bytes) return words.too_large
  const isTaken = extensions.some((extension) => name.toLowerCase().endsWith(extension))
  return isTaken ? undefined : words.wrong_type
}

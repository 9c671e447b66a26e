/** A picture that was read completely and written again without anything else. */
export interface Logo {
  content_type: "image/png" | "image/jpeg"
  /** In pixels. */
  width: number
  height: number
  bytes: Buffer
}

export type ReadLogo = Logo | "broken" | "too_large"

export const max_logo_bytes = 1024 * 1024
/** A portrait stands in the page itself, which has to be small. */
export const max_photo_bytes = 3_400
/** Far more pixels than any page shows, and few enough to decompress in memory. */
export function isLargerThanNeeded({ width, height }: { width: number; height: number }): boolean {
  return width > 2_000 || height > 2_000 || width * height > 1_000_000
}

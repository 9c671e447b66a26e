/** A picture that was read to its end and written anew: nothing but the picture is in it. */
export interface Logo {
  content_type: "image/png" | "image/jpeg"
  /** Pixels. */
  width: number
  height: number
  bytes: Buffer
}

export type ReadLogo = Logo | "broken" | "too_large"

export const max_logo_bytes = 1024 * 1024
/** Far more than any page shows, and few enough to be unpacked at once. */
export function isLargerThanNeeded({ width, height }: { width: number; height: number }): boolean {
  return width > 2_000 || height > 2_000 || width * height > 1_000_000
}

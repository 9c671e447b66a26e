/** `840 B`, `12 kB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes}\u00a0B`
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1_000)}\u00a0kB`
    : `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`
}

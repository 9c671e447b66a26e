/** The conflict check of a name. */
export function conflictCheckUrl(name: string): string {
  return `/console/conflicts?${new URLSearchParams({ name })}`
}

/** The address of the conflict check for a name. */
export function conflictCheckUrl(name: string): string {
  return `/console/conflicts?${new URLSearchParams({ name })}`
}

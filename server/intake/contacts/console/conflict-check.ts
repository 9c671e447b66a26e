export function conflictCheckUrl(name: string): string {
  return `/console/conflicts?${new URLSearchParams({ name })}`
}

/** The address of the page about a person, by any of their records. */
export function personUrl(contact_id: string): string {
  return `/console/people/${contact_id}`
}

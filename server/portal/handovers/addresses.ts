export const handoversUrl = "/portal/handovers"

/** Ends a handover: the client gives the part back, or takes it back. */
export function endUrl(id: string): string {
  return `${handoversUrl}/${id}/end`
}

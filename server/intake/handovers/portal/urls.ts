export const handoversUrl = "/portal/handovers"

/** The URL that ends a handover: the client gives the part back, or takes it back. */
export function endUrl(id: string): string {
  return `${handoversUrl}/${id}/end`
}

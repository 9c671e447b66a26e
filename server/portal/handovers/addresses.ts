export const handoversUrl = "/portal/handovers"

/** Where a part is given back or taken back. */
export function endUrl(id: string): string {
  return `${handoversUrl}/${id}/end`
}

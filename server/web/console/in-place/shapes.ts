/** Sent by the island, so that the response is only what has changed. */
export const in_place_header = "foyer-in-place"
/** Says that a page makes the request by itself. */
export const background_header = "foyer-background"

/** The response to an accepted form: HTML of what has changed and of the message, or the page to go to. */
export interface Placed {
  part?: string
  message?: string | undefined
  to?: string
}

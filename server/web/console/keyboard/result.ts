export interface Result {
  href: string
  text: string
  detail?: string
  /** It contains only some of the words. */
  is_partial?: boolean
  /** The text and detail in pieces, of which every second one matches the words. */
  marked?: { text: string[]; detail: string[] }
}

export interface ResultGroup {
  title: string
  results: Result[]
  /** A link to the rest, if there are more. */
  more?: Result
  /** More were found than are listed. */
  is_cut?: boolean
}

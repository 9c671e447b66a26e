export interface Result {
  href: string
  text: string
  detail?: string
}

export interface ResultGroup {
  title: string
  results: Result[]
  /** A link to the rest, if there are more. */
  more?: Result
}

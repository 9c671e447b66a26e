export interface Result {
  href: string
  text: string
  detail?: string
}

export interface ResultGroup {
  title: string
  results: Result[]
  /** Where the rest is, when there are more. */
  more?: Result
}

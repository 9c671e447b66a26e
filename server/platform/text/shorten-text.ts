/** The text in at most `max` characters, the last of them an ellipsis if something is left out. */
export function shortenText(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : text
}

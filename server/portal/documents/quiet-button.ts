/** A button for one of several rows: who does not see the row hears what it is about. */
export function quietButton(text: string, about: string, press: () => void): HTMLButtonElement {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "button button-quiet button-small"
  const hidden = document.createElement("span")
  hidden.className = "visually-hidden"
  hidden.textContent = ` ${about}`
  button.append(text, hidden)
  button.addEventListener("click", press)
  return button
}

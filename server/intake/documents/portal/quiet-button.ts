/** A button in a list row. Screen readers hear the row's name after the button's text. */
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

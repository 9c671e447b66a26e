import { createElement } from "../../../web/portal/autosave/elements.ts"

/** A button in a list row. Screen readers hear the row's name after the button's text. */
export function quietButton(text: string, about: string, press: () => void): HTMLButtonElement {
  const hidden = createElement("span", "visually-hidden", ` ${about}`)
  const button = createElement("button", "button button-quiet button-small", text, hidden)
  button.type = "button"
  button.addEventListener("click", press)
  return button
}

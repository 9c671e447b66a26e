/** A new element with its class and its content. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = className
  element.append(...content)
  return element
}

/** A small button that submits no form. */
export function createButton(text: string, press: () => unknown): HTMLButtonElement {
  const button = createElement("button", "button button-secondary button-small", text)
  button.type = "button"
  button.addEventListener("click", press)
  return button
}

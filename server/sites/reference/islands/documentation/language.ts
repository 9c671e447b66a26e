const storage_key = "foyer-sample-language"

/** Shows every sample in the language chosen in any of them, on later pages too. */
export function rememberLanguage(): void {
  const groups = [...document.querySelectorAll<HTMLFieldSetElement>(".reference-samples > fieldset")]
  choose(stored(), groups)
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.name.startsWith("language-")) return
    // Samples above change their height; the one in use must not move.
    const before = target.getBoundingClientRect().top
    choose(target.value, groups)
    scrollBy(0, target.getBoundingClientRect().top - before)
    store(target.value)
  })
}

function choose(language: string | null, groups: readonly HTMLFieldSetElement[]): void {
  for (const group of groups)
    for (const radio of group.querySelectorAll("input")) if (radio.value === language) radio.checked = true
}

// Browsers that refuse storage throw.
function stored(): string | null {
  try {
    return localStorage.getItem(storage_key)
  } catch {
    return null
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(storage_key, language)
  } catch {
    return
  }
}

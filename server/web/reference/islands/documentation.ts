// What script adds to the documentation: a remembered language, buttons that copy, a search, and where the reader is.
import { addCopyButtons } from "./documentation/copying.ts"
import { markCurrentSection } from "./documentation/current-section.ts"
import { rememberLanguage } from "./documentation/language.ts"
import { openSearch } from "./documentation/search.ts"

rememberLanguage()
addCopyButtons()
openSearch()
markCurrentSection()

// Compares a typed signature with the names in the record. Ignores case, accents and punctuation.
import { normalized } from "../../definition/values/typed-text.ts"

interface NamedSigner {
  party: string
  full_name: string
}

/** Clients must sign with their own name. */
export function isNameOfOther(name: string, signer: NamedSigner, signers: readonly NamedSigner[]): boolean {
  const typed = plain(name)
  return (
    typed !== plain(signer.full_name) &&
    signers.some((other) => other.party !== signer.party && plain(other.full_name) === typed)
  )
}

/**
 * Whether the typed name is the one in the signer's record. Middle names, initials and suffixes may be left out or added;
 * the first and the last of the shorter name must be there.
 */
export function isNameOf(name: string, { full_name }: Pick<NamedSigner, "full_name">): boolean {
  const [typed, known] = [plain(name).split(" "), plain(full_name).split(" ")]
  if (known[0] === "") return true
  const [shorter, longer] = typed.length < known.length ? [typed, known] : [known, typed]
  const isThere = (word: string | undefined) => word !== undefined && longer.includes(word)
  return isThere(shorter[0]) && isThere(shorter.at(-1)) && (shorter.length > 1 || known.length === 1)
}

function plain(name: string): string {
  return normalized(name, "NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}]+/gu, " ")
    .trim()
    .toLowerCase()
}

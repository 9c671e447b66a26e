import { normalized } from "../../definition/values/typed-text.ts"

/** Returns a function that assigns each file of an archive a unique path that every system can unpack. */
export function createPaths(): (folder: string, filename: string) => string {
  const taken = new Set<string>()
  return (folder, filename) => {
    const home = `${safeName(folder) || "Other"}/`
    const name = safeName(filename) || "file"
    const dot = name.lastIndexOf(".")
    const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""]
    let path = home + name
    // Some file systems ignore case.
    for (let copy = 2; taken.has(path.toLowerCase()); copy += 1) path = `${home}${stem} (${copy})${end}`
    taken.add(path.toLowerCase())
    return path
  }
}

/**
 * A file or folder name without separators, characters Windows refuses, or leading and trailing dots and spaces. Joiners
 * stay, because Persian and Indic names need them.
 */
export function safeName(text: string): string {
  const name = withoutDotsAround(
    normalized(text, "NFC").replace(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\\/:*?"<>|])+/gu, "_"),
  )
  const short = [...name].length > 100 ? shorten(name) : name
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short) ? `_${short}` : short
}

/** Not by a pattern: it would begin anew at each dot of a run. */
function withoutDotsAround(text: string): string {
  let end = text.length
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end).replace(/^[\s.]+/, "")
}

/** Keeps the extension. */
function shorten(name: string): string {
  const end = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ""
  return (
    [...name]
      .slice(0, 100 - end.length)
      .join("")
      .trimEnd() + end
  )
}

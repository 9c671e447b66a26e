// What tus-js-client uses of two packages, done by the browser itself.

/** In place of `url-parse`: resolves a link, also against a base that has no origin. */
export default class extends URL {
  constructor(link: string, base: string) {
    super(link, new URL(base, location.href))
  }
}

const Base64 = {
  encode: (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text))),
}

export { Base64 }

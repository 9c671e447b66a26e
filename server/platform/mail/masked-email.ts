/** `a•••@example.com`: enough to recognize your own address, too little to learn someone else's. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@")
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

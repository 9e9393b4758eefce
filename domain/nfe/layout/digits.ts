/** Only the digits of what people type with punctuation (telephones, zip codes, state registrations). */
export function digits(text: string | null | undefined): string | null {
  return text?.replace(/\D/g, '') ?? null;
}

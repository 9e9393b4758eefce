/** The shortest piece of a secret, in characters, that is looked for: shorter ones would be found by chance. */
const shortest = 6;

/**
 * The forms that a secret may be written in: as it is, in base64 and base64url (at any offset of what was encoded), hexadecimal, and
 * percent-encoded.
 */
export function formsOf(secret: string): string[] {
  if (secret.length < shortest) throw new TypeError('a secret so short is found by chance');
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and last characters are left out: they also hold bits of what stands beside the secret.
    return encoded.slice(Math.ceil((shift * 4) / 3), encoded.length - ((shift + bytes.length) % 3 === 0 ? 0 : 1));
  });
  const forms = [secret, bytes.toString('hex'), bytes.toString('hex').toUpperCase(), encodeURIComponent(secret)];
  return [
    ...new Set([...forms, ...inBase64, ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]),
  ];
}

/** The secrets that occur in these places in any form, each as `secret in place`. */
export function leaks(secrets: Record<string, string>, places: Record<string, string>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = formsOf(secret);
    return Object.entries(places).flatMap(([place, text]) =>
      forms.some((form) => text.includes(form)) ? [`${name} in ${place}`] : [],
    );
  });
}

/** Shorter ones would be found by chance. */
const shortest = 6;

/** How a secret may be written: as it is, in base64 and base64url (wherever it stands in what was encoded), hexadecimal, and in a URL. */
export function formsOf(secret: string): string[] {
  if (secret.length < shortest) throw new TypeError('a secret so short is found by chance');
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The characters at both ends also hold bits of what stands beside the secret.
    return encoded.slice(Math.ceil((shift * 4) / 3), encoded.length - ((shift + bytes.length) % 3 === 0 ? 0 : 1));
  });
  const forms = [secret, bytes.toString('hex'), bytes.toString('hex').toUpperCase(), encodeURIComponent(secret)];
  return [
    ...new Set([...forms, ...inBase64, ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]),
  ];
}

/** Which secrets stand where, in whatever form: `secret in place`. */
export function leaks(secrets: Record<string, string>, places: Record<string, string>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = formsOf(secret);
    return Object.entries(places).flatMap(([place, text]) =>
      forms.some((form) => text.includes(form)) ? [`${name} in ${place}`] : [],
    );
  });
}

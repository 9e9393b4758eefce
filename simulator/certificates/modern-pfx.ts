import forge from 'node-forge';

/** What goes into a PKCS#12 file: PEM key, PEM certificates with the key's own first, and the password. */
export type PfxContents = { key: string; certificates: readonly string[]; password: string };

/** A PKCS#12 file as issuers write it today (AES-256). */
export function modernPfx({ key, certificates, password }: PfxContents): Buffer {
  const container = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    certificates.map((pem) => forge.pki.certificateFromPem(pem)),
    password,
    {
      algorithm: 'aes256',
      friendlyName: 'A1',
    },
  );
  return Buffer.from(forge.asn1.toDer(container).getBytes(), 'binary');
}

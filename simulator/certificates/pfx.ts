import { createHash, createHmac, randomBytes } from 'node:crypto';
import forge from 'node-forge';

/** What goes into a PKCS#12 file: PEM key, PEM certificates with the key's own first, and the password. */
type PfxContents = { key: string; certificates: readonly string[]; password: string };

const rounds = 2048;

/** A PKCS#12 file as issuers write it today (AES-256). Its keys are derived from the password in `count` rounds. */
export function modernPfx({ key, certificates, password }: PfxContents, count = rounds): Buffer {
  const container = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    certificates.map((pem) => forge.pki.certificateFromPem(pem)),
    password,
    {
      algorithm: 'aes256',
      friendlyName: 'A1',
      count,
    },
  );
  return Buffer.from(forge.asn1.toDer(container).getBytes(), 'binary');
}

type Asn1 = forge.asn1.Asn1;

const { asn1 } = forge;
const { Class, Type } = asn1;

/** What a derived key is for: encryption, the initial vector, or the integrity check. */
const diversifier = { key: 1, iv: 2, mac: 3 } as const;
const block = 64;

const oids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  rc2With40Bits: '1.2.840.113549.1.12.1.6',
  sha1: '1.3.14.3.2.26',
};

/**
 * A PKCS#12 file as issuers wrote it for years: certificates encrypted with RC2-40, the key with 3DES. OpenSSL 3 refuses it
 * without its legacy provider, so such files must be converted.
 */
export function legacyPfx({ key, certificates, password }: PfxContents): Buffer {
  const plain = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    certificates.map((pem) => forge.pki.certificateFromPem(pem)),
    password,
    {
      algorithm: '3des',
      friendlyName: 'A1',
      useMac: false,
    },
  );
  const [certificateInfo, keyInfo] = inside(asn1.fromDer(octets(plain, 1, 1, 0)));
  if (!certificateInfo || !keyInfo) throw new TypeError('a PKCS#12 file holds certificates and a key');
  const safe = sequence(encrypted(octets(certificateInfo, 1, 0), password), keyInfo);
  const content = asn1.toDer(safe).getBytes();
  const file = sequence(
    integer(3),
    sequence(oid(oids.data), tagged(octetString(content))),
    integrity(content, password),
  );
  return Buffer.from(asn1.toDer(file).getBytes(), 'binary');
}

function encrypted(contents: string, password: string): Asn1 {
  const salt = randomBytes(8);
  const cipher = forge.rc2.createEncryptionCipher(bytes(pkcs12Key(password, salt, rounds, 'key', 5)), 40);
  cipher.start(bytes(pkcs12Key(password, salt, rounds, 'iv', 8)));
  cipher.update(forge.util.createBuffer(contents));
  cipher.finish();
  const algorithm = sequence(oid(oids.rc2With40Bits), sequence(octetString(bytes(salt)), integer(rounds)));
  const cipherText = asn1.create(Class.CONTEXT_SPECIFIC, 0, false, cipher.output.getBytes());
  return sequence(
    oid(oids.encryptedData),
    tagged(sequence(integer(0), sequence(oid(oids.data), algorithm, cipherText))),
  );
}

function integrity(content: string, password: string): Asn1 {
  const salt = randomBytes(8);
  const key = pkcs12Key(password, salt, rounds, 'mac', 20);
  const mac = createHmac('sha1', key).update(content, 'binary').digest();
  const digest = sequence(
    sequence(oid(oids.sha1), asn1.create(Class.UNIVERSAL, Type.NULL, false, '')),
    octetString(bytes(mac)),
  );
  return sequence(digest, octetString(bytes(salt)), integer(rounds));
}

/** Derives a key of `size` bytes (at most 20) from a password with SHA-1, as old PKCS#12 files do (RFC 7292, appendix B.2). */
function pkcs12Key(
  password: string,
  salt: Buffer,
  count: number,
  purpose: keyof typeof diversifier,
  size: number,
): Buffer {
  const name = Buffer.alloc(block, diversifier[purpose]);
  const words = Buffer.from(`${password}\0`, 'utf16le').swap16();
  let digest = createHash('sha1')
    .update(Buffer.concat([name, filled(salt), filled(words)]))
    .digest();
  for (let round = 1; round < count; round += 1) digest = createHash('sha1').update(digest).digest();
  return digest.subarray(0, size);
}

function filled(source: Buffer): Buffer {
  return Buffer.alloc(Math.ceil(source.length / block) * block, source);
}

function inside(node: Asn1 | undefined): Asn1[] {
  return Array.isArray(node?.value) ? node.value : [];
}

function octets(node: Asn1, ...path: readonly number[]): string {
  const found = path.reduce<Asn1 | undefined>((at, index) => inside(at)[index], node);
  const value = found?.value;
  if (typeof value === 'string') return value;
  const [only] = inside(found);
  return only ? octets(only) : '';
}

const bytes = (buffer: Buffer): string => buffer.toString('binary');
const sequence = (...parts: Asn1[]): Asn1 => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, parts);
const tagged = (part: Asn1): Asn1 => asn1.create(Class.CONTEXT_SPECIFIC, 0, true, [part]);
const octetString = (value: string): Asn1 => asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, value);
const integer = (value: number): Asn1 =>
  asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes());
const oid = (value: string): Asn1 => asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(value).getBytes());

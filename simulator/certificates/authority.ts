import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CertificateRequest, type Credentials, type Extension, makeCertificate, newKey } from './certificate.ts';

/** Gives an RSA key of 2048 bits as PKCS#1 PEM. */
export type NewKey = () => Promise<string>;

/**
 * The simulator's own certification authority: a root, the intermediate that signs every certificate below it, and the certificates of the
 * tax authority itself.
 */
export type CertificateAuthority = {
  root: Credentials;
  intermediate: Credentials;
  server: Credentials;
  /** The certificate that SEFIN signs its notes and events with. */
  sefin: Credentials;
  /** The one private key (PEM) of all suppliers whose documents the simulator makes. */
  supplierKey: string;
  /** What a client must trust: root and intermediate, PEM. */
  bundle: string;
} & Required<Issuing>;

/** How the certificates below the authority are made. */
export type Issuing = {
  /** Makes their keys. By default a new one for each. */
  newKey?: NewKey;
  /** In how many rounds the keys of a PKCS#12 file are derived from its password. By default 2048, as issuers do. */
  passwordRounds?: number;
};

const dayMs = 86_400_000;
const signsOthers: Extension[] = [
  { name: 'basicConstraints', cA: true, critical: true },
  { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  { name: 'subjectKeyIdentifier' },
];

/**
 * Opens the certification authority in a folder, or creates it the first time, and writes its bundle to `<folder>/ca.pem`. The server's
 * certificate is created anew at each start, for the given host names.
 */
export async function openAuthority(
  folder: string,
  hosts: readonly string[],
  issuing: Issuing = {},
): Promise<CertificateAuthority> {
  mkdirSync(folder, { recursive: true });
  const root = await stored(folder, 'root', (key) => signer(key, 'AC Raiz Simulada v1'));
  const intermediate = await stored(folder, 'intermediate', (key) => signer(key, 'AC Simulada RFB G1', root));
  const [serverKey, supplierKey, sefin] = await Promise.all([
    storedKey(folder, 'server'),
    storedKey(folder, 'supplier'),
    stored(folder, 'sefin', (key) => sealer(key, intermediate)),
  ]);
  const server = serverCredentials(serverKey, hosts, intermediate);
  const bundle = `${root.certificate}${intermediate.certificate}`;
  writeFileSync(join(folder, 'ca.pem'), bundle);
  return { root, intermediate, server, sefin, supplierKey, bundle, newKey, passwordRounds: 2048, ...issuing };
}

/** A certificate that signs other certificates, valid for twenty years. Without an issuer it is a root. */
export function signer(key: string, commonName: string, issuer?: Credentials): string {
  return ofAuthority({ key, commonName, years: 20, extensions: signsOthers, ...(issuer && { issuer }) });
}

function sealer(key: string, issuer: Credentials): string {
  const extensions = [{ name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true }];
  return ofAuthority({ key, commonName: 'Sistema Nacional NFS-e Simulado', years: 20, extensions, issuer });
}

function serverCredentials(key: string, hosts: readonly string[], issuer: Credentials): Credentials {
  const altNames = [
    ...hosts.map((value) => ({ type: 2, value })),
    { type: 7, ip: '127.0.0.1' },
    { type: 7, ip: '::1' },
  ];
  const extensions = [
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames },
  ];
  return { key, certificate: ofAuthority({ key, commonName: 'localhost', years: 1, extensions, issuer }) };
}

type OwnCertificate = Pick<CertificateRequest, 'key' | 'commonName' | 'extensions' | 'issuer'> & { years: number };

/** A certificate of the simulator itself, valid since yesterday. */
function ofAuthority({ years, ...request }: OwnCertificate): string {
  return makeCertificate({
    ...request,
    units: ['Simulador da autoridade fiscal'],
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + years * 365 * dayMs),
  });
}

async function stored(folder: string, name: string, certify: (key: string) => string): Promise<Credentials> {
  const key = await storedKey(folder, name);
  const file = join(folder, `${name}.pem`);
  if (existsSync(file)) return { key, certificate: readFileSync(file, 'utf8') };
  const certificate = certify(key);
  writeFileSync(file, certificate);
  return { key, certificate };
}

async function storedKey(folder: string, name: string): Promise<string> {
  const file = join(folder, `${name}.key.pem`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const key = await newKey();
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}

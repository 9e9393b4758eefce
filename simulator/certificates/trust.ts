import { type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { organization } from './certificate.ts';

/** What a certificate is used for, which decides the codes of its faults: 280 to 286, or 290 to 296. */
export type CertificateRole = 'transmitter' | 'signature';

/** The company or person that a certificate names, or the code of what is wrong with it. */
export type CertificateCheck = { cStat: number } | { identity: TaxIdentity; publicKey: KeyObject };

const codes = {
  transmitter: { invalid: 280, expired: 281, unnamed: 282, chain: 283, foreign: 285 },
  signature: { invalid: 290, expired: 291, unnamed: 292, chain: 293, foreign: 295 },
} as const;

const mostKept = 10_000;

/** Checks certificates as the authority does: signed by a known issuer, in force, of a named company or person. */
export class Trust {
  readonly #issuers: readonly X509Certificate[];
  readonly #known = new Map<string, CertificateFacts>();

  constructor(issuers: readonly string[]) {
    this.#issuers = issuers.map((pem) => new X509Certificate(pem));
  }

  /** Checks a certificate (DER) at an instant, in the order of the manual (MOC 7.0 Anexo I, groups A and E). */
  check(der: Buffer, role: CertificateRole, at: Date): CertificateCheck {
    const code = codes[role];
    const facts = this.#examine(der);
    if (facts === undefined || facts.authority) return { cStat: code.invalid };
    if (at < facts.from || at > facts.until) return { cStat: code.expired };
    if (!facts.national) return { cStat: code.foreign };
    if (!facts.issued) return { cStat: code.chain };
    if (!facts.identity.cnpj && !facts.identity.cpf) return { cStat: code.unnamed };
    return { identity: facts.identity, publicKey: facts.publicKey };
  }

  #examine(der: Buffer): CertificateFacts | undefined {
    const key = der.toString('base64');
    const known = this.#known.get(key);
    if (known) return known;
    const facts = examine(der, this.#issuers);
    if (facts && this.#known.size < mostKept) this.#known.set(key, facts);
    return facts;
  }
}

/** What a certificate says regardless of the day. */
type CertificateFacts = {
  authority: boolean;
  from: Date;
  until: Date;
  /** Whether the issuer's name says that it belongs to ICP-Brasil. */
  national: boolean;
  /** Whether the issuer is one that the simulator knows, and signed the certificate. */
  issued: boolean;
  identity: TaxIdentity;
  publicKey: KeyObject;
};

function examine(der: Buffer, issuers: readonly X509Certificate[]): CertificateFacts | undefined {
  try {
    const certificate = new X509Certificate(der);
    return {
      authority: certificate.ca,
      from: certificate.validFromDate,
      until: certificate.validToDate,
      national: certificate.issuer.split('\n').includes(`O=${organization}`),
      issued: issuers.some((issuer) => certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)),
      identity: taxIdentityOf(certificate),
      publicKey: certificate.publicKey,
    };
  } catch {
    return undefined;
  }
}

/** The owner of a certificate, as ICP-Brasil writes it into the alternative names (DOC-ICP-04). */
export type TaxIdentity = { cnpj?: string; cpf?: string };

const subjectAltName = '2.5.29.17';
const companyOid = '2.16.76.1.3.3';
const personOid = '2.16.76.1.3.1';

/** Company (2.16.76.1.3.3) or person (2.16.76.1.3.1, digits 9 to 19) that a certificate names; empty when neither. */
function taxIdentityOf(certificate: X509Certificate): TaxIdentity {
  const names = otherNames(certificate.raw);
  const company = names.get(companyOid);
  const person = names.get(personOid);
  return {
    ...(company && { cnpj: company.trim().toUpperCase() }),
    ...(!company && person && { cpf: person.slice(8, 19) }),
  };
}

/** DER of the alternative names of an A1: the company (14 characters) or the person (11 digits) it belongs to. */
export function taxIdentityExtension(taxId: string): { id: string; value: string } {
  const [oid, value] = taxId.length === 14 ? [companyOid, taxId] : [personOid, `01011980${taxId}${'0'.repeat(31)}`];
  const { asn1 } = forge;
  const inner = asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [
    asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, value),
  ]);
  const otherName = asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [
    asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(oid).getBytes()),
    inner,
  ]);
  const names = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [otherName]);
  return { id: subjectAltName, value: asn1.toDer(names).getBytes() };
}

function otherNames(raw: Buffer): Map<string, string> {
  const [certified] = parts(forge.asn1.fromDer(raw.toString('binary')));
  const extensions = parts(certified).find(
    (part) => part.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && Number(part.type) === 3,
  );
  const found = new Map<string, string>();
  for (const extension of parts(parts(extensions)[0])) {
    const fields = parts(extension);
    if (oidOf(fields[0]) !== subjectAltName) continue;
    const encoded = fields.at(-1)?.value;
    if (typeof encoded !== 'string') continue;
    for (const name of parts(forge.asn1.fromDer(encoded))) {
      const [type, wrapped] = parts(name);
      const value = parts(wrapped)[0]?.value;
      if (Number(name.type) === 0 && typeof value === 'string') found.set(oidOf(type), value);
    }
  }
  return found;
}

function parts(node: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] {
  return Array.isArray(node?.value) ? node.value : [];
}

function oidOf(node: forge.asn1.Asn1 | undefined): string {
  return typeof node?.value === 'string' ? forge.asn1.derToOid(node.value) : '';
}

import type { KeyObject } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import { organization } from './certificate.ts';
import type { TaxIdentity } from './tax-identity.ts';
import { taxIdentityOf } from './tax-identity.ts';

/** The use of a certificate, which decides the family of codes: 280 to 286, or 290 to 296. */
export type CertificateRole = 'transmitter' | 'signature';

export type TrustVerdict = { cStat: number } | { identity: TaxIdentity; publicKey: KeyObject };

const codes = {
  transmitter: { invalid: 280, expired: 281, unnamed: 282, chain: 283, foreign: 285 },
  signature: { invalid: 290, expired: 291, unnamed: 292, chain: 293, foreign: 295 },
} as const;

const mostKept = 10_000;

/** Judges certificates as the authority does: signed by a known issuer, in force, of a named company or person. */
export class Trust {
  readonly #issuers: readonly X509Certificate[];
  readonly #known = new Map<string, Judged>();

  constructor(issuers: readonly string[]) {
    this.#issuers = issuers.map((pem) => new X509Certificate(pem));
  }

  /** Judges a certificate (DER) at an instant, in the order of the manual (MOC 7.0 Anexo I, groups A and E). */
  judge(der: Buffer, role: CertificateRole, at: Date): TrustVerdict {
    const code = codes[role];
    const judged = this.#examine(der);
    if (judged === undefined || judged.authority) return { cStat: code.invalid };
    if (at < judged.from || at > judged.until) return { cStat: code.expired };
    if (!judged.national) return { cStat: code.foreign };
    if (!judged.issued) return { cStat: code.chain };
    if (!judged.identity.cnpj && !judged.identity.cpf) return { cStat: code.unnamed };
    return { identity: judged.identity, publicKey: judged.publicKey };
  }

  #examine(der: Buffer): Judged | undefined {
    const key = der.toString('base64');
    const known = this.#known.get(key);
    if (known) return known;
    const judged = examine(der, this.#issuers);
    if (judged && this.#known.size < mostKept) this.#known.set(key, judged);
    return judged;
  }
}

type Judged = {
  authority: boolean;
  from: Date;
  until: Date;
  /** Its issuer belongs to the national infrastructure, by name. */
  national: boolean;
  /** Its issuer is one that the simulator knows, and signed it. */
  issued: boolean;
  identity: TaxIdentity;
  publicKey: KeyObject;
};

function examine(der: Buffer, issuers: readonly X509Certificate[]): Judged | undefined {
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

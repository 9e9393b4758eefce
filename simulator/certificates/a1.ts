import { z } from 'zod';
import { type CertificateAuthority, signer } from './authority.ts';
import { type Credentials, makeCertificate, newKey } from './certificate.ts';
import { legacyPfx, modernPfx } from './pfx.ts';
import { taxIdentityExtension } from './trust.ts';

/** The request for an A1 certificate. */
export const certificateOrder = z.strictObject({
  /** CNPJ (14 characters, letters allowed) or CPF (11 digits). */
  taxId: z.string().regex(/^([0-9A-Z]{12}[0-9]{2}|[0-9]{11})$/),
  name: z.string().min(1).default('EMPRESA DE TESTE LTDA'),
  password: z.string().default(''),
  notBefore: z.iso.datetime({ offset: true }).optional(),
  notAfter: z.iso.datetime({ offset: true }).optional(),
  /** Encrypted as in old A1 files: with RC2-40 and 3DES, which OpenSSL 3 refuses. */
  legacy: z.boolean().default(false),
  /** `missing`: the intermediate is not in the file; `broken`: the one in the file did not sign it. */
  chain: z.enum(['complete', 'broken', 'missing']).default('complete'),
});
export type CertificateOrder = z.input<typeof certificateOrder>;

/** An issued A1: the file, and the same as PEM. `notAfter` is an ISO instant. */
export type A1Certificate = { pfx: Buffer; taxId: string; notAfter: string; certificate: string; key: string };

const dayMs = 86_400_000;

/** Issues an A1 certificate below the simulator's intermediate, valid for a year unless the order says otherwise. */
export async function issueA1(authority: CertificateAuthority, order: CertificateOrder): Promise<A1Certificate> {
  const { taxId, name, password, notBefore, notAfter, legacy, chain } = certificateOrder.parse(order);
  const key = await authority.newKey();
  const until = notAfter === undefined ? new Date(Date.now() + 365 * dayMs) : new Date(notAfter);
  const from = notBefore === undefined ? new Date(Math.min(Date.now(), until.getTime()) - dayMs) : new Date(notBefore);
  const issuer = chain === 'broken' ? await unknownIssuer() : authority.intermediate;
  const certificate = holderCertificate({ key, taxId, name, notBefore: from, notAfter: until, issuer });
  const certificates = [certificate, ...(chain === 'missing' ? [] : [authority.intermediate.certificate])];
  const contents = { key, certificates, password };
  const pfx = legacy ? legacyPfx(contents) : modernPfx(contents, authority.passwordRounds);
  return { pfx, taxId, notAfter: until.toISOString(), certificate, key };
}

type Holder = { key: string; taxId: string; name: string; notBefore: Date; notAfter: Date; issuer: Credentials };

/** The certificate of a company or person, as PEM. */
export function holderCertificate({ taxId, name, ...rest }: Holder): string {
  return makeCertificate({
    ...rest,
    units: ['Secretaria da Receita Federal do Brasil - RFB', taxId.length === 14 ? 'RFB e-CNPJ A1' : 'RFB e-CPF A1'],
    commonName: `${name}:${taxId}`,
    extensions: [
      { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', clientAuth: true, emailProtection: true },
      taxIdentityExtension(taxId),
    ],
  });
}

async function unknownIssuer(): Promise<Credentials> {
  const key = await newKey();
  return { key, certificate: signer(key, 'AC Desconhecida') };
}

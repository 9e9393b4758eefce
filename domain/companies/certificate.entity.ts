import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import type { SealedBox } from '../seal.ts';
import { Company } from './company.entity.ts';
import { ownedByCompany, withinKey } from './ownership.ts';

const CertificateSchema = defineEntity({
  name: 'Certificate',
  tableName: 'certificate',
  ...ownedByCompany,
  policies: [...ownedByCompany.policies, withinKey()],
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    taxId: p.string().length(14),
    subject: p.text(),
    issuer: p.text(),
    serialNumber: p.string().length(64),
    /** SHA-256 of the DER, lowercase hex. */
    fingerprint: p.string().length(64),
    notBefore: p.datetime(),
    notAfter: p.datetime(),
    /** `{ certificatePem, privateKeyPem, chainPem }` as JSON, sealed (invariant 7). */
    sealed: p.json<SealedBox>(),
    isActive: p.boolean().default(true),
    /** At which of the `noticeDays` webhooks were last told of the certificate's end; null before that. */
    expiryToldDays: p.integer().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['company', 'isActive'] }],
});

/** An A1 certificate of a company; the newest active one signs and opens the TLS channel. */
export class Certificate extends CertificateSchema.class {}
CertificateSchema.setClass(Certificate);

/** What is sealed of a certificate, as PEM; `chainPem` has the intermediates, without the root. */
export type CertificateSecrets = { certificatePem: string; privateKeyPem: string; chainPem: string };

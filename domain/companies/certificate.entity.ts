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
    /** Of the days before its end at which webhooks are told, the last one that they were told at. */
    expiryToldDays: p.integer().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['company', 'isActive'] }],
});

/** An A1 certificate; the newest active one signs and opens the TLS channel. */
export class Certificate extends CertificateSchema.class {}
CertificateSchema.setClass(Certificate);

/** What is sealed of a certificate: PEM texts; `chainPem` holds the intermediates, without the root. */
export type CertificateSecrets = { certificatePem: string; privateKeyPem: string; chainPem: string };

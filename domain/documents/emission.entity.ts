import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { Document } from './document.entity.ts';

const EmissionSchema = defineEntity({
  name: 'Emission',
  tableName: 'emission',
  ...ownedByCompany,
  properties: {
    document: () => p.manyToOne(Document).primary().mapToPk(),
    attempt: p.integer().primary(),
    company: () => p.manyToOne(Company).mapToPk(),
    series: p.integer(),
    number: p.integer(),
    /** What it is known by in the calls about it: of a note its access key. */
    subject: p.string().length(60),
    /** Null while the authority has not given it: that of a note is known before, that of a service comes with the answer. */
    accessKey: p.string().length(50).nullable(),
    /** The bytes that were sent and will be sent again, never rewritten. */
    signedXml: p.text(),
    digestValue: p.string().length(28),
    /** What the authority answered to a note of goods when it authorized or denied it: `authorizedXmlOf` puts it beside the signed bytes. */
    protocolXml: p.text().nullable(),
    /** An NFS-e as the authority gave it; of notes of goods, those of before `protocolXml`, their whole nfeProc. */
    procXml: p.text().nullable(),
    /** Receipt of an asynchronous lot (nRec). */
    receipt: p.string().length(15).nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['accessKey'] }],
});

/** One attempt to issue a document: the number and the signed XML, committed before anything is sent (invariant 2). */
export class Emission extends EmissionSchema.class {}
EmissionSchema.setClass(Emission);

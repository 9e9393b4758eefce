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
    /** The subject of the attempt's calls to the authority: the access key, or for a service the Id of the DPS. */
    subject: p.string().length(60),
    /** That of a note is known when it is signed; that of a service is null until the authority answers. */
    accessKey: p.string().length(50).nullable(),
    /** The signed bytes, which are sent, and sent again where needed; they never change. */
    signedXml: p.text(),
    digestValue: p.string().length(28),
    /** protNFe of a note of goods that was authorized or denied; `authorizedXmlOf` puts it beside the signed bytes. */
    protocolXml: p.text().nullable(),
    /** The NFS-e as the authority gave it. Of notes of goods, only those older than `protocolXml` have it: their whole nfeProc. */
    procXml: p.text().nullable(),
    /** Receipt of an asynchronous lot (nRec). */
    receipt: p.string().length(15).nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['accessKey'] }],
});

/** One attempt to issue a document: its number and signed XML, committed before anything is sent (invariant 2). */
export class Emission extends EmissionSchema.class {}
EmissionSchema.setClass(Emission);

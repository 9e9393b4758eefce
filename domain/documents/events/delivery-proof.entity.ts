import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../../companies/company.entity.ts';
import { ownedByCompany } from '../../companies/ownership.ts';
import { DocumentEvent } from './document-event.entity.ts';

const DeliveryProofSchema = defineEntity({
  name: 'DeliveryProof',
  tableName: 'delivery_proof',
  ...ownedByCompany,
  properties: {
    event: () => p.manyToOne(DocumentEvent).primary().mapToPk(),
    company: () => p.manyToOne(Company).mapToPk().index(),
    content: p.uint8array(),
  },
});

/** The file that proves a delivery, as it was sent; the event has its type. Separate from the event, which is read far more often. */
export class DeliveryProof extends DeliveryProofSchema.class {}
DeliveryProofSchema.setClass(DeliveryProof);

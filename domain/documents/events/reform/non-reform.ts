import type { ReformEvent } from './row.ts';

/**
 * Events that are not of the reform but use its routes and engine; they have nothing to do with IBS or CBS. All are of model 55, and each type counts
 * its sequence by itself.
 *
 * - 110150 lets the carrier of the goods download the note: at the national environment, at most 20 for a note, within six months (NT 2020.007 v1.40,
 *   3; `110150_v1.00.xsd` of PL_010f). A note's carrier may register it, too (tpAutor 3), which is not implemented here. It cannot be taken back.
 * - 110192, the goods could not be delivered, and 110193, which takes that back: at SVRS (NT 2023.005 v1.02, 3 and 4; `e110192_v1.00.xsd` and
 *   `e110193_v1.00.xsd` of PL_010f, whose sequence ends at 20, where the technical note counts to 99).
 * - 110750 (ECONF), payments received for the note, and 110751, which takes that back: at SVRS (NT 2024.002 v1.00, 3 and 4; no pack has its schema).
 *
 * The technical notes as pablovercosa/custo-brasil@ac379cc0 transcribes them, read 2026-11-29.
 */
export const nonReformEvents = {
  CARRIER_ACCESS: {
    code: '110150',
    description: 'Ator interessado na NF-e',
    title: 'Acesso do transportador à NF-e',
    by: ['ISSUER', 'RECIPIENT'],
    receiver: 'NATIONAL',
    highestSequence: 20,
    withdrawal: null,
    says: 'CARRIER',
  },
  DELIVERY_FAILURE: {
    code: '110192',
    description: 'Insucesso na Entrega da NF-e',
    title: 'Insucesso na entrega',
    by: ['ISSUER'],
    head: 'STATE',
    highestSequence: 20,
    withdrawal: {
      code: '110193',
      description: 'Cancelamento Insucesso na Entrega da NF-e',
      title: 'Cancelamento do insucesso na entrega',
    },
    says: 'FAILURE',
  },
  PAYMENT_RECONCILIATION: {
    code: '110750',
    description: 'ECONF',
    title: 'Conciliação financeira',
    by: ['ISSUER'],
    head: 'NOTHING',
    withdrawal: {
      code: '110751',
      description: 'Cancelamento Conciliação Financeira',
      title: 'Cancelamento da conciliação financeira',
    },
    says: 'PAYMENTS',
  },
} as const satisfies Record<string, ReformEvent>;

export type NonReformType = keyof typeof nonReformEvents;

export function isNonReform(type: string): type is NonReformType {
  return type in nonReformEvents;
}

/** xCondUso of 110150, word for word as in its schema: the carrier may authorize others. */
export const carrierConditions =
  'O emitente ou destinatário da NF-e, declara que permite o transportador declarado no campo CNPJ/CPF deste evento a autorizar os transportadores ' +
  'subcontratados ou redespachados a terem acesso ao download da NF-e';

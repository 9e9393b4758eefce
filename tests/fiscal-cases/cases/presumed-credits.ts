import type { FiscalCase } from '../fiscal-case.ts';

/** Presumed credits of a state, up to four in one item. */
export const presumedCredits: FiscalCase[] = [
  {
    of: 'GO: a presumed credit',
    source: 'NT 2019.001 v1.70, I05g to I05j; Decreto 4.852/1997 (GO), Anexo IX',
    sale: {
      by: { state: 'GO' },
      item: { icmsSituation: '00', presumedCreditCode: 'GO901001', presumedCreditRate: '3' },
    },
    gives: [
      'gCred/cCredPresumido = GO901001',
      'gCred/pCredPresumido = 3.0000',
      'gCred/vCredPresumido = 1000.00 × 3% = 30.00',
    ],
  },
  {
    of: 'GO: three presumed credits of one item',
    source: 'NT 2019.001 v1.70, I05g (up to 4 in one item)',
    sale: {
      by: { state: 'GO' },
      item: {
        ...{ icmsSituation: '00', presumedCreditCode: 'GO901001', presumedCreditRate: '3' },
        furtherPresumedCredits: [
          { code: 'GO901002', rate: '1.5' },
          { code: 'GO901003', rate: '2', value: '12.34' },
        ],
      },
    },
    gives: [
      'count(gCred) = 3',
      'gCred[2]/cCredPresumido = GO901002',
      'gCred[2]/pCredPresumido = 1.5000',
      'gCred[2]/vCredPresumido = 1000.00 × 1.5% = 15.00',
      'gCred[3]/vCredPresumido = 12.34',
    ],
  },
  {
    of: 'GO: further presumed credits without a first one',
    source: 'NT 2019.001 v1.70, I05g',
    sale: {
      by: { state: 'GO' },
      item: { icmsSituation: '00', furtherPresumedCredits: [{ code: 'GO901002', rate: '1.5' }] },
    },
    refused: { code: 'invalid_taxation', path: 'items[0].presumedCreditCode' },
    authority: 'any gCred is the first one to the authority',
  },
  {
    of: 'GO: the same presumed credit twice',
    source: 'NT 2019.001 v1.70, I05g',
    sale: {
      by: { state: 'GO' },
      item: {
        ...{ icmsSituation: '00', presumedCreditCode: 'GO901001', presumedCreditRate: '3' },
        furtherPresumedCredits: [{ code: 'GO901001', rate: '1.5' }],
      },
    },
    refused: { code: 'validation_error', path: 'items[0].furtherPresumedCredits[0].code' },
    authority: 'no rule compares the credits of an item; which credits a state takes is not published (507)',
  },
];

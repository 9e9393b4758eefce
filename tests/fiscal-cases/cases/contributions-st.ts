import type { FiscalCase, ItemBody } from '../fiscal-case.ts';
import { charged, coupon, manual, nobody } from './coupon.ts';

const law = 'MP 2.158-35/2001 art. 43; IN RFB 2.121/2022 arts. 493 to 497; RE 605506 (STF, Tema 303)';
const layout = 'MOC 7.0 Anexo I, groups R and T; PL_010f v1.04';
const motorcycle: Partial<ItemBody> = {
  ...{ ...charged, ncm: '87112010', ipiSituation: '50', ipiRate: '10' },
  pisSt: { rate: '0.65', addsToTotal: true },
  cofinsSt: { rate: '3', addsToTotal: true },
};
const forged = (tax: 'PIS' | 'COFINS'): [string, string] => [
  `</${tax}>`,
  `</${tax}><${tax}ST><vBC>1000.00</vBC><p${tax}>1.0000</p${tax}><v${tax}>10.00</v${tax}><indSoma${tax}ST>0</indSoma${tax}ST></${tax}ST>`,
];

/** PIS and COFINS that the maker collects for those who resell the goods. */
export const contributionsSt: FiscalCase[] = [
  {
    of: 'PIS and COFINS by substitution: of motorcycles, charged beside the price',
    source: `${law}; ${layout}`,
    sale: { item: motorcycle },
    gives: [
      'PISST/vBC = 1000.00 + 100.00 = 1100.00',
      'PISST/pPIS = 0.6500',
      'PISST/vPIS = 1100.00 × 0.65% = 7.15',
      'PISST/indSomaPISST = 1',
      'COFINSST/vCOFINS = 1100.00 × 3% = 33.00',
      'COFINSST/indSomaCOFINSST = 1',
      'ICMSTot/vNF = 1000.00 + 100.00 + 7.15 + 33.00 = 1140.15',
      'vItem = 1000.00 + 100.00 + 7.15 + 33.00 = 1140.15',
    ],
  },
  {
    of: 'PIS and COFINS by substitution: on a base of its own, inside the price',
    source: `Lei 11.196/2005 art. 62; ${layout}`,
    sale: {
      item: {
        ...charged,
        pisSt: { base: '3420', rate: '0.65', addsToTotal: false },
        cofinsSt: { base: '2916.9', rate: '3', addsToTotal: false },
      },
    },
    gives: [
      'PISST/vPIS = 3420.00 × 0.65% = 22.23',
      'COFINSST/vCOFINS = 2916.90 × 3% = 87.51',
      'PISST/indSomaPISST = 0',
      'ICMSTot/vNF = 1000.00',
    ],
  },
  {
    of: 'PIS and COFINS by substitution: by unit',
    source: layout,
    sale: {
      item: {
        ...{ ...charged, pisSt: { unitRate: '0.5', addsToTotal: true } },
        cofinsSt: { unitRate: '2.3456', addsToTotal: true },
      },
    },
    gives: [
      'PISST/qBCProd = 10.0000',
      'PISST/vAliqProd = 0.5000',
      'PISST/vPIS = 10 × 0.5 = 5.00',
      'COFINSST/vCOFINS = 10 × 2.3456 = 23.46',
      'PISST/vBC = absent',
      'ICMSTot/vNF = 1000.00 + 5.00 + 23.46 = 1028.46',
    ],
  },
  {
    of: 'PIS by substitution by rate and by unit at once',
    source: layout,
    sale: { item: { ...charged, pisSt: { rate: '1', unitRate: '1', addsToTotal: true } } },
    refused: { code: 'validation_error', path: 'items[0].pisSt.unitRate' },
    authority: 'the schema takes one of them alone',
  },
  {
    of: 'COFINS by substitution without rate',
    source: layout,
    sale: { item: { ...charged, cofinsSt: { addsToTotal: true } } },
    refused: { code: 'validation_error', path: 'items[0].cofinsSt.rate' },
    authority: 'the schema takes no group without a rate',
  },
  {
    of: 'PIS by substitution in an NFC-e',
    source: `${manual}, R01-10 (746)`,
    sale: { to: nobody, item: { ...charged, pisSt: { rate: '1', addsToTotal: false } }, document: coupon() },
    refused: { code: 'invalid_taxation', path: 'items[0].pisSt' },
    authority: { cStat: 746, mended: { item: { pisSt: null } }, forged: [forged('PIS')] },
  },
  {
    of: 'COFINS by substitution in an NFC-e',
    source: `${manual}, T01-10 (749)`,
    sale: { to: nobody, item: { ...charged, cofinsSt: { rate: '1', addsToTotal: false } }, document: coupon() },
    refused: { code: 'invalid_taxation', path: 'items[0].cofinsSt' },
    authority: { cStat: 749, mended: { item: { cofinsSt: null } }, forged: [forged('COFINS')] },
  },
  {
    of: 'PIS by substitution in 2027',
    source: 'LC 214/2025 art. 542 (PIS and COFINS until 2026-12-31)',
    sale: { item: { ...charged, pisSt: { rate: '1', addsToTotal: true } }, on: '2027-01-11' },
    refused: { code: 'invalid_taxation', path: 'items[0].pisSt' },
    authority: 'no rule about PISST after 2026 is published',
  },
];

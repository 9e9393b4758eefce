import type { FiscalCase } from '../fiscal-case.ts';
import { person, taxpayer } from '../people.ts';
import { cash, charged, coupon, manual } from './coupon.ts';

const warehouse = {
  ...{ street: 'Rua do Porto', number: '20', neighborhood: 'Centro', zipCode: '01001000' },
  ...{ municipalityCode: '3550308', city: 'São Paulo', state: 'SP' },
};

/** Codes that official tables do not have, and amounts that a kind of note cannot have. */
export const knownCodes: FiscalCase[] = [
  {
    of: 'NCM that is not in force',
    source: 'MOC 7.0 Anexo I, I05-20 (778); table of NCM and units of 2026-02',
    sale: { item: { ...charged, ncm: '99999999' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ncm' },
    authority: {
      cStat: 778,
      mended: { item: { ncm: '61091000' } },
      forged: [['<NCM>61091000</NCM>', '<NCM>99999999</NCM>']],
    },
  },
  {
    of: 'NCM 00 in a sale of goods',
    source: 'MOC 7.0 Anexo I, I05-24 (471; NT 2014.004)',
    sale: { item: { ...charged, ncm: '00' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ncm' },
    authority: {
      cStat: 471,
      mended: { item: { ncm: '61091000' } },
      forged: [['<NCM>61091000</NCM>', '<NCM>00</NCM>']],
    },
  },
  {
    of: 'goods that no NCM classifies',
    source: 'MOC 7.0 Anexo I, I05-10 (777)',
    sale: { item: { ...charged, ncm: '00000000' } },
    gives: ['NCM = 00000000'],
  },
  {
    of: 'GTIN with a prefix that nobody was given',
    source: 'MOC 7.0 Anexo I, I03-20 (882); table of prefixes of GS1, 2025-05',
    sale: { item: { ...charged, gtin: '1400000000007' } },
    refused: { code: 'validation_error', path: 'items[0].gtin' },
    authority: {
      cStat: 882,
      mended: { item: { gtin: '7891000100103' } },
      forged: [['<cEAN>7891000100103</cEAN>', '<cEAN>1400000000007</cEAN>']],
    },
  },
  {
    of: 'municipality that IBGE does not have',
    source: 'MOC 7.0 Anexo I, E10-10 (274); table of IT 2025.001 v1.00',
    sale: { to: { ...taxpayer('RJ'), municipalityCode: '3399995' }, item: charged },
    refused: { code: 'validation_error', path: 'client.municipalityCode' },
    authority: {
      cStat: 274,
      mended: { to: taxpayer('RJ') },
      forged: [['<cMun>3304557</cMun>', '<cMun>3399995</cMun>']],
    },
  },
  {
    of: 'delivery to a place with a wrong registration',
    source: 'MOC 7.0 Anexo I, G15-10 (971)',
    sale: { item: charged, document: { delivery: { ...warehouse, stateRegistration: '388108598268' } } },
    refused: { code: 'validation_error', path: 'delivery.stateRegistration' },
    authority: {
      cStat: 971,
      mended: { document: { delivery: { ...warehouse, stateRegistration: '388108598269' } } },
      forged: [['<IE>388108598269</IE>', '<IE>388108598268</IE>']],
    },
  },
  {
    of: 'IPI framework outside the table',
    source: 'NT 2015.002 v1.41, annex XIV; MOC 7.0 Anexo I, O06-10 (387)',
    sale: { item: { ...charged, ipiSituation: '52', ipiFramework: '352' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ipiFramework' },
    authority: {
      cStat: 387,
      mended: { item: { ipiFramework: '301' } },
      forged: [['<cEnq>301</cEnq>', '<cEnq>352</cEnq>']],
    },
  },
  {
    of: 'NFC-e above R$ 200,000',
    source: `${manual}, W16-30 (780)`,
    sale: {
      to: person('SP'),
      item: { ...charged, unitValue: '20000.01' },
      document: coupon({ payments: cash('200000.10') }),
    },
    refused: { code: 'validation_error', path: 'type' },
    authority: 'A total cannot be forged by itself: the sum of the items is judged before it (W16-10, 610).',
  },
];

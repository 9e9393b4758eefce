import type { FiscalCase } from '../fiscal-case.ts';

const own = '35261111222333000181550010000000011630362748';
const mistyped = '35261111222333000181550010000000011630362747';
const sellers = '35261111444777000161550010000000011630362748';
const others = '35261111222333000181550010000000021630362745';
const elsewhere = '31261111222333000181550010000000011630362749';

/** Notes that add to another. */
export const complements: FiscalCase[] = [
  {
    of: 'complement of a note, of its value alone',
    source: 'RICMS/SP art. 182; MOC 7.0 Anexo I, B25-30 (254)',
    sale: {
      item: { icmsSituation: '00', quantity: '1', unitValue: '50.00' },
      document: { purpose: 'COMPLEMENTARY', referencedDocuments: [own] },
    },
    gives: ['finNFe = 2', `refNFe = ${own}`, 'ICMS00/vICMS = 50.00 × 18% = 9.00'],
  },
  {
    of: 'complement of a note whose key was mistyped',
    source: 'MOC 7.0 Anexo I, BA02-10 (547)',
    sale: {
      item: { icmsSituation: '00', quantity: '1', unitValue: '50.00' },
      document: { purpose: 'COMPLEMENTARY', referencedDocuments: [mistyped] },
    },
    refused: { code: 'validation_error', path: 'referencedDocuments[0]' },
    authority: {
      cStat: 547,
      mended: { document: { purpose: 'COMPLEMENTARY', referencedDocuments: [own] } },
      forged: [[own, mistyped]],
    },
  },
  {
    of: 'complement that names no note',
    source: 'MOC 7.0 Anexo I, B25-30 (254)',
    sale: { item: { icmsSituation: '00' }, document: { purpose: 'COMPLEMENTARY' } },
    refused: { code: 'validation_error', path: 'referencedDocuments' },
    authority: {
      cStat: 254,
      mended: { document: { referencedDocuments: [own] } },
      forged: [[`<NFref><refNFe>${own}</refNFe></NFref>`, '']],
    },
  },
  {
    of: 'complement of another company’s note',
    source: 'MOC 7.0 Anexo I, B25-50 (269)',
    sale: {
      item: { icmsSituation: '00' },
      document: { purpose: 'COMPLEMENTARY', referencedDocuments: [sellers] },
    },
    refused: { code: 'validation_error', path: 'referencedDocuments[0]' },
    authority: { cStat: 269, mended: { document: { referencedDocuments: [own] } }, forged: [[own, sellers]] },
  },
  {
    of: 'complement of two notes at once',
    source: 'MOC 7.0 Anexo I, B25-40 (255)',
    sale: {
      item: { icmsSituation: '00' },
      document: { purpose: 'COMPLEMENTARY', referencedDocuments: [own, others] },
    },
    refused: { code: 'validation_error', path: 'referencedDocuments' },
    authority: {
      cStat: 255,
      mended: { document: { referencedDocuments: [own] } },
      forged: [['</NFref>', `</NFref><NFref><refNFe>${others}</refNFe></NFref>`]],
    },
  },
  {
    of: 'complement of a note of the company in another state',
    source: 'MOC 7.0 Anexo I, B25-60 (678)',
    sale: {
      item: { icmsSituation: '00' },
      document: { purpose: 'COMPLEMENTARY', referencedDocuments: [elsewhere] },
    },
    refused: { code: 'validation_error', path: 'referencedDocuments[0]' },
    authority: { cStat: 678, mended: { document: { referencedDocuments: [own] } }, forged: [[own, elsewhere]] },
  },
];

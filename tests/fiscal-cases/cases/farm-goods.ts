import type { FiscalCase } from '../fiscal-case.ts';

const charged = { icmsSituation: '00' } as const;
const layout = 'PL_010f v1.04 (agropecuario; NT 2024.003)';
const permit = { kind: 'GTA', state: 'sp', series: 'A', number: '123456' } as const;
const prescription = { number: 'SP-2026/000123', agronomistTaxId: '529.982.247-25' };

/** Pesticides, animals, plants and wood; used goods. */
export const farmGoods: FiscalCase[] = [
  {
    of: 'pesticides are sold on two prescriptions',
    source: layout,
    sale: {
      item: { ...charged, ncm: '38089324' },
      document: { pesticidePrescriptions: [prescription, { ...prescription, number: 'SP-2026/000124' }] },
    },
    gives: [
      'defensivo[1]/nReceituario = SP-2026/000123',
      'defensivo[1]/CPFRespTec = 52998224725',
      'defensivo[2]/nReceituario = SP-2026/000124',
      'guiaTransito = absent',
    ],
  },
  {
    of: 'cattle travels with its permit',
    source: layout,
    sale: { item: { ...charged, ncm: '01022190' }, document: { transitPermit: permit } },
    gives: ['tpGuia = 1', 'UFGuia = SP', 'serieGuia = A', 'nGuia = 123456'],
  },
  {
    of: 'pesticides and cattle on one note',
    source: layout,
    sale: { item: charged, document: { pesticidePrescriptions: [prescription], transitPermit: permit } },
    refused: { code: 'validation_error', path: 'transitPermit' },
    authority: 'the schema takes one of them alone',
  },
  {
    of: 'a prescription of nobody',
    source: layout,
    sale: {
      item: charged,
      document: { pesticidePrescriptions: [{ ...prescription, agronomistTaxId: '52998224726' }] },
    },
    refused: { code: 'validation_error', path: 'pesticidePrescriptions[0].agronomistTaxId' },
    authority: 'no published rule looks at the digits',
  },
  {
    of: 'used goods say so',
    source: 'PL_010f v1.04 (indBemMovelUsado); NT 2025.002 v1.52; LC 214/2025 art. 171',
    sale: { item: { ...charged, isUsed: true } },
    gives: ['indTot = 1', 'indBemMovelUsado = 1'],
  },
];

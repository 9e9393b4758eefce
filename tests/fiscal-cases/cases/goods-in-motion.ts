import type { FiscalCase } from '../fiscal-case.ts';
import { taxpayer } from '../people.ts';

const charged = { icmsSituation: '00' } as const;
const moc = 'MOC 7.0 Anexo I, B10-10 to B10-40';
const nt = 'NT 2025.002 v1.52, B10a-10 to B10a-50';
const sent = { transport: { freightType: 'SENDER' as const } };

/** When goods move, and when they are expected. */
export const goodsInMotion: FiscalCase[] = [
  {
    of: 'goods leave two hours after the note is issued',
    source: `${moc}`,
    sale: { item: charged, document: { movementDateTime: '2026-11-21T17:00:00-03:00' } },
    gives: ['dhEmi = 2026-11-21T15:00:00-03:00', 'dhSaiEnt = 2026-11-21T17:00:00-03:00'],
  },
  {
    of: 'goods leave while the note is issued: a clock that is two minutes behind says the moment of issue',
    source: `${moc} (506)`,
    sale: { item: charged, document: { movementDateTime: '2026-11-21T17:58:00Z' } },
    gives: ['dhSaiEnt = 2026-11-21T15:00:00-03:00'],
  },
  {
    of: 'goods that enter arrived the day before',
    source: `${moc} (506 is of exits)`,
    sale: {
      item: { ...charged, cfop: '1102' },
      document: { operationType: 'IN', movementDateTime: '2026-11-20T10:00:00-03:00' },
    },
    gives: ['tpNF = 0', 'dhSaiEnt = 2026-11-20T10:00:00-03:00'],
  },
  {
    of: 'goods that left before the note was issued',
    source: `${moc} (506)`,
    sale: { item: charged, document: { movementDateTime: '2026-11-21T14:00:00-03:00' } },
    refused: { code: 'validation_error', path: 'movementDateTime' },
    authority: {
      cStat: 506,
      mended: { document: { movementDateTime: '2026-11-21T17:00:00-03:00' } },
      forged: [['<dhSaiEnt>2026-11-21T17', '<dhSaiEnt>2026-11-21T14']],
    },
  },
  {
    of: 'goods that leave in two months',
    source: `${moc} (504)`,
    sale: { item: charged, document: { movementDateTime: '2027-01-21T14:00:00-03:00' } },
    refused: { code: 'validation_error', path: 'movementDateTime' },
    authority: {
      cStat: 504,
      mended: { document: { movementDateTime: '2026-11-25T14:00:00-03:00' } },
      forged: [['<dhSaiEnt>2026-11-25', '<dhSaiEnt>2027-01-25']],
    },
  },
  {
    of: 'a delivery that is expected within three months',
    source: nt,
    sale: { item: charged, document: { ...sent, expectedDeliveryDate: '2027-02-21' } },
    gives: ['dPrevEntrega = 2027-02-21', 'dhSaiEnt = absent'],
  },
  {
    of: 'a delivery that is expected in four months',
    source: `${nt} (1154)`,
    sale: { item: charged, document: { ...sent, expectedDeliveryDate: '2027-02-22' } },
    refused: { code: 'validation_error', path: 'expectedDeliveryDate' },
    authority: {
      cStat: 1154,
      mended: { document: { expectedDeliveryDate: '2027-02-21' } },
      forged: [['<dPrevEntrega>2027-02-21', '<dPrevEntrega>2027-02-22']],
    },
  },
  {
    of: 'a delivery that was expected yesterday',
    source: `${nt} (1155)`,
    sale: { item: charged, document: { ...sent, expectedDeliveryDate: '2026-11-20' } },
    refused: { code: 'validation_error', path: 'expectedDeliveryDate' },
    authority: {
      cStat: 1155,
      mended: { document: { expectedDeliveryDate: '2026-11-21' } },
      forged: [['<dPrevEntrega>2026-11-21', '<dPrevEntrega>2026-11-20']],
    },
  },
  {
    of: 'a delivery of goods that the buyer fetches',
    source: `${nt} (1157)`,
    sale: { item: charged, document: { expectedDeliveryDate: '2026-12-01' } },
    refused: { code: 'validation_error', path: 'expectedDeliveryDate' },
    authority: {
      cStat: 1157,
      mended: { document: sent },
      forged: [['<modFrete>0', '<modFrete>9']],
    },
  },
  {
    of: 'volumes with brand, numbering and seals, behind a lorry with two trailers',
    source: 'MOC 7.0 Anexo I, X22 to X25 and X26 to X34; PL_010f v1.04',
    sale: {
      item: charged,
      document: {
        transport: {
          ...sent.transport,
          vehiclePlate: 'ABC1D23',
          vehicleState: 'SP',
          trailers: [
            { plate: 'XYZ-9876', state: 'pr', rntc: '12345678' },
            { plate: 'DEF4G56', state: 'SP' },
          ],
          volumeQuantity: 20,
          volumeSpecies: 'CAIXA',
          volumeBrand: 'São José',
          volumeNumbering: '1 A 20',
          volumeSeals: ['L-001', 'L-002'],
        },
      },
    },
    gives: [
      'veicTransp/placa = ABC1D23',
      'reboque[1]/placa = XYZ9876',
      'reboque[1]/UF = PR',
      'reboque[1]/RNTC = 12345678',
      'reboque[2]/placa = DEF4G56',
      'vol/marca = São José',
      'vol/nVol = 1 A 20',
      'lacres[2]/nLacre = L-002',
    ],
  },
  {
    of: 'trailers stay out of an interstate note',
    source: 'MOC 7.0 Anexo I, X02-20 (868)',
    sale: {
      to: taxpayer('PR'),
      item: charged,
      document: { transport: { ...sent.transport, trailers: [{ plate: 'DEF4G56', state: 'SP' }] } },
    },
    gives: ['idDest = 2', 'reboque = absent'],
  },
  {
    of: 'goods by rail',
    source: 'MOC 7.0 Anexo I, X25a; PL_010f v1.04 (choice of X17a)',
    sale: { item: charged, document: { transport: { ...sent.transport, wagon: 'GFB 123456-7' } } },
    gives: ['vagao = GFB 123456-7', 'veicTransp = absent'],
  },
  {
    of: 'goods by rail and by road at once',
    source: 'PL_010f v1.04 (choice of X17a)',
    sale: {
      item: charged,
      document: {
        transport: { ...sent.transport, wagon: 'GFB 1', vehiclePlate: 'ABC1D23', vehicleState: 'SP' },
      },
    },
    refused: { code: 'validation_error', path: 'transport.wagon' },
    authority: 'the schema takes one of them alone',
  },
  {
    of: 'a trailer with a plate that is none',
    source: 'PL_010f v1.04 (placa of TVeiculo)',
    sale: {
      item: charged,
      document: { transport: { ...sent.transport, trailers: [{ plate: '12', state: 'SP' }] } },
    },
    refused: { code: 'invalid_plate', path: 'transport.trailers[0].plate' },
    authority: 'the schema refuses it',
  },
  {
    of: 'a delivery of what only completes another note',
    source: `${nt} (1156)`,
    sale: {
      item: charged,
      document: {
        ...sent,
        purpose: 'COMPLEMENTARY',
        referencedDocuments: ['35261111222333000181550010000000071123456788'],
        expectedDeliveryDate: '2026-12-01',
      },
    },
    refused: { code: 'validation_error', path: 'expectedDeliveryDate' },
    authority: {
      cStat: 1156,
      mended: { document: { purpose: 'NORMAL', referencedDocuments: null } },
      forged: [['<finNFe>1', '<finNFe>3']],
    },
  },
];

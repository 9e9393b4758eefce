import type { FiscalCase, ItemBody } from '../fiscal-case.ts';
import { person } from '../people.ts';

const moc = 'MOC 7.0 Anexo I, group J; PL_010f v1.04';
export const vehicle = {
  sale: 'DEALER',
  chassis: '9BWZZZ377VT004251',
  colorCode: 'B4',
  color: 'Branco Cristal',
  power: '116',
  displacement: '1598',
  netWeight: '1.1200',
  grossWeight: '1.5700',
  serialNumber: '004251',
  fuel: '16',
  engineNumber: 'CCR123456',
  towingCapacity: '1.9700',
  wheelbase: '2564',
  modelYear: '2027',
  manufactureYear: '2026',
  paint: 'S',
  type: '6',
  species: '1',
  condition: 'FINISHED',
  modelCode: '149123',
  standardColor: '04',
  seats: '5',
  restriction: 'FIDUCIARY',
} as const;
export const car: Partial<ItemBody> = {
  icmsSituation: '00',
  ncm: '87032310',
  description: 'Automóvel',
  quantity: 1,
  unitValue: '98000.00',
  vehicle,
};

/** New vehicles. */
export const newVehicles: FiscalCase[] = [
  {
    of: 'new vehicle: a dealer sells it',
    source: moc,
    sale: { to: person('SP'), item: car },
    gives: [
      'veicProd/tpOp = 1',
      'veicProd/chassi = 9BWZZZ377VT004251',
      'veicProd/xCor = Branco Cristal',
      'veicProd/anoMod = 2027',
      'veicProd/VIN = N',
      'veicProd/condVeic = 1',
      'veicProd/cCorDENATRAN = 04',
      'veicProd/tpRest = 1',
    ],
  },
  {
    of: 'new vehicle: two on one line',
    source: `${moc} (one chassis a line)`,
    sale: { to: person('SP'), item: { ...car, quantity: 2 } },
    refused: { code: 'validation_error', path: 'items[0].quantity' },
    authority: 'no rule compares the quantity',
  },
  {
    of: 'new vehicle: the same chassis on two lines',
    source: moc,
    sale: { to: person('SP'), items: [car, car] },
    refused: { code: 'validation_error', path: 'items[1].vehicle.chassis' },
    authority: 'no rule compares lines',
  },
  {
    of: 'new vehicle: billed by its maker, delivered nowhere',
    source: `${moc}, C18-20 (478); Convênio ICMS 51/2000`,
    sale: { to: person('SP'), item: { ...car, vehicle: { ...vehicle, sale: 'DIRECT_BILLING' } } },
    refused: { code: 'validation_error', path: 'delivery' },
    authority: { cStat: 478, mended: { item: car }, forged: [['<tpOp>1</tpOp>', '<tpOp>2</tpOp>']] },
  },
  {
    of: 'new vehicle: none on an NFC-e',
    source: `${moc}, J01-10 (736)`,
    sale: {
      to: person('SP'),
      item: car,
      document: { type: 'NFCE', payments: [{ method: 'PIX', value: '98000.00' }] },
    },
    refused: { code: 'validation_error', path: 'items[0].vehicle' },
    authority: 'rule 736 is judged in the simulator’s own tests',
  },
];

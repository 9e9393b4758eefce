import type { FiscalCase, Seller } from '../fiscal-case.ts';
import { consumer, taxpayer } from '../people.ts';
import { coupon } from './coupon.ts';

const note = 'NT 2026.007 v1.10, in production since 2026-12-14';
const first = '2026-12-14';
const by: Seller = { stateRegistration: null };
const machine = { description: 'Fresadora usada', cfop: '5551' };
const classed = { ibsCbsClassification: '000001' };

/** Companies that pay no ICMS, so have no state registration, and issue NF-e of goods that they used. */
export const unregisteredIssuers: FiscalCase[] = [
  {
    of: 'a service company that sells a machine of its own',
    source: `${note}: C17, N01-10, UB12-11`,
    sale: { by, item: machine, on: first },
    gives: [
      'emit/IE = absent',
      'ICMS = absent',
      'ICMSTot/vBC = 0.00',
      'ICMSTot/vICMS = 0.00',
      'vIBSUF = 1000.00 × 0.1 % = 1.00',
      'vCBS = 1000.00 × 0.9 % = 9.00',
      'vNF = 1000.00',
    ],
  },
  {
    of: 'a service company whose defaults are of ICMS and IPI',
    source: `${note}: N01-10 (161)`,
    sale: {
      by: { ...by, taxDefaults: { icmsSituation: '00', ipiSituation: '50', ipiRate: '10' } },
      item: machine,
      on: first,
    },
    gives: ['ICMS = absent', 'IPI = absent', 'vNF = 1000.00'],
  },
  {
    of: 'a machine that goes to who pays no ICMS in another state',
    source: `${note}: N01-10 forbids ICMSUFDest, too`,
    sale: { by, to: consumer('RJ'), item: { ...machine, cfop: '6551' }, on: first },
    gives: ['ICMS = absent', 'ICMSUFDest = absent', 'ICMSTot/vICMSUFDest = absent'],
  },
  {
    of: 'a machine sold by a company of Simples without a registration',
    source: `${note}: UB12-11 knows no regime`,
    sale: { by: { ...by, taxRegime: 'SIMPLES' }, item: { ...machine, ...classed }, on: first },
    gives: ['CRT = 1', 'ICMS = absent', 'IBSCBS/cClassTrib = 000001'],
  },
  {
    of: 'goods of its own that a company without a registration transfers',
    source: `${note}: I08-191, the table has 5557`,
    sale: { by, item: { description: 'Material de uso', cfop: '5557' }, on: first },
    gives: ['CFOP = 5557', 'ICMS = absent'],
  },
  {
    of: 'a registration as substitute of a company that has none of its own',
    source: `${note}: C18-50 (158)`,
    sale: {
      by: { ...by, substituteStateRegistrations: { RJ: '12345674' } },
      to: taxpayer('RJ'),
      item: { ...machine, cfop: '6551' },
      on: first,
    },
    gives: ['IEST = absent'],
  },
  {
    of: 'merchandise sold without a state registration',
    source: `${note}: I08-191 (159)`,
    sale: { by, item: { cfop: '5102' }, on: first },
    refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
    authority: { cStat: 159, mended: { item: machine }, forged: [['<CFOP>5551', '<CFOP>5102']] },
  },
  {
    of: 'ICMS on an item of a company without a state registration',
    source: `${note}: N01-10 (161)`,
    sale: { by, item: { ...machine, icmsSituation: '41' }, on: first },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 161,
      mended: { item: { icmsSituation: null } },
      forged: [['<imposto>', '<imposto><ICMS><ICMS40><orig>0</orig><CST>41</CST></ICMS40></ICMS>']],
    },
  },
  {
    of: 'an item without IBS and CBS of a company without a state registration',
    source: `${note}: UB12-11 (162)`,
    sale: { by: { ...by, taxRegime: 'SIMPLES' }, item: machine, on: first },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
    authority: 'The group is left out by the tests of the simulator: here a text is put in place of another',
  },
  {
    of: 'an NFC-e of a company without a state registration',
    source: `${note}: C17-42 (156), until 2033`,
    sale: { by, document: coupon(), item: { icmsSituation: '00' }, on: first },
    refused: { code: 'validation_error', path: 'type' },
    authority: {
      cStat: 156,
      mended: { by: { stateRegistration: '110042490114' } },
      forged: [['<IE>110042490114</IE><CRT>', '<CRT>']],
    },
  },
];

import { expect, test } from 'vitest';
import { danfeHtml } from '../../../../domain/pages/danfe/danfe.ts';
import { item, saleOf, taxpayerIn } from '../../documents/sale.ts';
import { issuedNote } from './issued-note.ts';
import { textsOf } from './texts-of.ts';

const xml = issuedNote({
  client: taxpayerIn('SP'),
  payload: saleOf([item({ icmsSituation: '00', icmsRate: '18', pisSituation: '06', cofinsSituation: '06' })], {
    movementDateTime: '2026-12-03T14:00:00-03:00',
    remarks: [{ field: 'Vendedor', text: 'Ana' }],
    taxOfficeInfo: 'Regime especial 77/2026',
    transport: { freightType: 'SENDER', volumeQuantity: 2, volumeBrand: 'SUL', volumeNumbering: '1 A 2' },
    referencedPaperNotes: [
      { state: 'SP', month: '2009-07', taxId: '11444777000161', model: '01', series: 1, number: 4711 },
    ],
    referencedReceipts: [{ model: '2D', printer: 3, counter: 123456 }],
  }),
});
const printed = textsOf(danfeHtml(xml)).join('\n');

test.each([
  ['the day on which goods leave', '03/12/2026'],
  ['a remark under its name', 'Vendedor: Ana'],
  ['what the tax office is to know', 'Regime especial 77/2026'],
  ['the brand of the volumes', 'SUL'],
  ['their numbering', '1 A 2'],
  ['a note on paper that is referred to', 'nota 4711 modelo 01 série 1 de 07/2009, emitente 11.444.777/0001-61'],
  ['a receipt that is referred to', 'cupom fiscal 2D do ECF 3, COO 123456'],
])('the DANFE prints %s', (_what, text) => {
  expect(printed.replaceAll('\n', ' ')).toContain(text);
});

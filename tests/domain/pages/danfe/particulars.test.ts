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
  }),
});
/** A note that refers to paper, as notes could until 2026-10-04: received ones are still printed. */
const onPaper =
  '<NFref><refNF><cUF>35</cUF><AAMM>0907</AAMM><CNPJ>11444777000161</CNPJ><mod>01</mod><serie>1</serie><nNF>4711</nNF></refNF></NFref>' +
  '<NFref><refECF><mod>2D</mod><nECF>3</nECF><nCOO>123456</nCOO></refECF></NFref>';
const printed = textsOf(danfeHtml(xml.replace('</verProc>', `</verProc>${onPaper}`))).join('\n');

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

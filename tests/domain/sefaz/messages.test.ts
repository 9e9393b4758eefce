import { expect, test } from 'vitest';
import { consReciNFe, consSitNFe, consStatServ, enviNFe, envEvento } from '../../../domain/sefaz/messages.ts';

const nfe = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const chNFe = '35261112ABC34501DE35550010000000011123456780';

test('the status of a service is asked by state', () => {
  expect(consStatServ({ environment: 'HOMOLOGATION', state: 'SP' })).toBe(
    `<consStatServ ${nfe} versao="4.00"><tpAmb>2</tpAmb><cUF>35</cUF><xServ>STATUS</xServ></consStatServ>`,
  );
});

test('one note is sent with its own bytes and asks for the answer at once', () => {
  const signedNFe = `<NFe ${nfe}><infNFe Id='x' ></infNFe></NFe>`;
  expect(enviNFe({ idLote: '1', signedNFe })).toBe(
    `<enviNFe ${nfe} versao="4.00"><idLote>1</idLote><indSinc>1</indSinc>${signedNFe}</enviNFe>`,
  );
});

test('a receipt is asked for by its number', () => {
  expect(consReciNFe({ environment: 'PRODUCTION', nRec: '351000000000001' })).toBe(
    `<consReciNFe ${nfe} versao="4.00"><tpAmb>1</tpAmb><nRec>351000000000001</nRec></consReciNFe>`,
  );
});

test('a key is asked for, with letters too', () => {
  expect(consSitNFe({ environment: 'PRODUCTION', chNFe })).toBe(
    `<consSitNFe ${nfe} versao="4.00"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ><chNFe>${chNFe}</chNFe></consSitNFe>`,
  );
});

test('one event is sent with its own bytes', () => {
  const signedEvento = `<evento ${nfe} versao="1.00"><infEvento/></evento>`;
  expect(envEvento({ idLote: '15', signedEvento })).toBe(
    `<envEvento ${nfe} versao="1.00"><idLote>15</idLote>${signedEvento}</envEvento>`,
  );
});

test.each([
  ['a lot number with letters', () => enviNFe({ idLote: 'x', signedNFe: '<NFe ></NFe>' })],
  ['a lot number of 16 digits', () => envEvento({ idLote: '1'.repeat(16), signedEvento: '<evento ></evento>' })],
  [
    'a note after an XML declaration (243)',
    () => enviNFe({ idLote: '1', signedNFe: '<?xml version="1.0"?><NFe ></NFe>' }),
  ],
  ['a note before a line feed (588)', () => enviNFe({ idLote: '1', signedNFe: '<NFe ></NFe>\n' })],
  ['a receipt of 14 digits', () => consReciNFe({ environment: 'PRODUCTION', nRec: '1'.repeat(14) })],
  ['a key with markup', () => consSitNFe({ environment: 'PRODUCTION', chNFe: `${chNFe.slice(0, 40)}<a/>` })],
  ['a state that is none', () => consStatServ({ environment: 'PRODUCTION', state: 'XX' })],
])('%s never leaves', (_, write) => {
  expect(write).toThrow(TypeError);
});

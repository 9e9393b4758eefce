import { expect, test } from 'vitest';
import { readKey, readLot } from '../../../activities/fiscal-event/goods-messages.ts';

const accessKey = '35261111222333000181550010000000424834509215';
const namespace = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const signedXml = `<evento ${namespace} versao="1.00"><infEvento/><DigestValue>ours</DigestValue></evento>`;
const asked = {
  event: { type: 'EPEC' as const, code: '110140', sequence: 1, signedXml },
  calls: [],
  otherConclusions: 0,
};

const registeredAs = (cStat: string, nProt = '891260000000001'): string =>
  `<retEvento versao="1.00"><infEvento><tpAmb>2</tpAmb><verAplic>AN_1.0</verAplic><cOrgao>91</cOrgao><cStat>${cStat}</cStat>` +
  `<xMotivo>dito</xMotivo><chNFe>${accessKey}</chNFe><tpEvento>110140</tpEvento><nSeqEvento>1</nSeqEvento>` +
  `<dhRegEvento>2026-11-21T09:31:00-03:00</dhRegEvento>${cStat.startsWith('13') ? `<nProt>${nProt}</nProt>` : ''}</infEvento></retEvento>`;

const lot = (cStat: string): string =>
  `<retEnvEvento ${namespace} versao="1.00"><idLote>1</idLote><tpAmb>2</tpAmb><verAplic>AN_1.0</verAplic><cOrgao>91</cOrgao>` +
  `<cStat>128</cStat><xMotivo>Lote de Evento Processado</xMotivo>${registeredAs(cStat)}</retEnvEvento>`;

const key = (cStat: string, events = ''): string =>
  `<retConsSitNFe ${namespace} versao="4.00"><tpAmb>2</tpAmb><verAplic>SP</verAplic><cStat>${cStat}</cStat><xMotivo>dito</xMotivo>` +
  `<cUF>35</cUF><chNFe>${accessKey}</chNFe>${events}</retConsSitNFe>`;

const theirs = `<procEventoNFe versao="1.00">${signedXml.replace('ours', 'theirs')}${registeredAs('136', '891260000000009')}</procEventoNFe>`;

test.each(['135', '136'])('an EPEC answered %s is registered, with the protocol that its DANFE shows', (cStat) => {
  expect(readLot(lot(cStat), asked.event)).toMatchObject({
    outcome: { kind: 'registered' },
    registration: { protocol: '891260000000001', registeredAt: new Date('2026-11-21T12:31:00Z') },
  });
});

test('an EPEC that is there already is looked up, and a block of the issuer or a fault of ours ends it', () => {
  const kinds = ['485', '573', '142', '484'].map((cStat) => readLot(lot(cStat), asked.event).outcome?.kind);
  expect(kinds).toEqual(['alreadyThere', 'alreadyThere', 'rejected', 'rejected']);
});

test('the answer that was lost is taken from the key, with the event that stands there', () => {
  expect(readKey(key('124', theirs), asked)).toMatchObject({
    cStat: '136',
    outcome: { kind: 'registered' },
    registration: { protocol: '891260000000009', procXml: expect.stringContaining('theirs') },
  });
});

test('a key whose state tells of the EPEC, or of the note that followed it, is enough where no event is listed', () => {
  for (const cStat of ['124', '100', '150']) {
    expect(readKey(key(cStat), asked)).toMatchObject({ cStat, outcome: { kind: 'registered' }, registration: null });
  }
});

test('a key that is not known says nothing, and no state of a key stands for another event', () => {
  expect(readKey(key('217'), asked).outcome).toBeNull();
  const letter = { ...asked.event, type: 'CORRECTION_LETTER' as const, code: '110110' };
  expect(readKey(key('124'), { ...asked, event: letter }).outcome).toBeNull();
});

import { expect, test } from 'vitest';
import {
  readRetConsReciNFe,
  readRetConsSitNFe,
  readRetConsStatServ,
  readRetEnviNFe,
  readRetEnvEvento,
  readRetInutNFe,
} from '../../../domain/sefaz/answers.ts';

const chNFe = '35261112345678000195550010000000011123456780';
const nfe = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const head = (cStat: string, xMotivo: string) =>
  `<tpAmb>2</tpAmb><verAplic>SP_NFE_PL_010f</verAplic><cStat>${cStat}</cStat><xMotivo>${xMotivo}</xMotivo><cUF>35</cUF>`;
const received = '<dhRecbto>2026-11-21T10:00:00-03:00</dhRecbto>';

function protNFe(fields: string): string {
  const first = `<tpAmb>2</tpAmb><verAplic>SP_NFE_PL_010f</verAplic><chNFe>${chNFe}</chNFe>${received}`;
  return `<protNFe  versao='4.00'><infProt Id="ID135">${first}${fields}</infProt></protNFe>`;
}

function retEvento(fields: string): string {
  return `<retEvento versao="1.00"><infEvento><tpAmb>2</tpAmb><verAplic>x</verAplic><cOrgao>35</cOrgao>${fields}</infEvento></retEvento>`;
}

test('an authorization is read with its bytes kept for the note', () => {
  const raw = protNFe(
    '<nProt>135260000000001</nProt><digVal>abc=</digVal><cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo>',
  );
  const answer = readRetEnviNFe(
    `<retEnviNFe ${nfe} versao="4.00">${head('104', 'Lote processado')}${received}${raw}</retEnviNFe>`,
  );
  expect(answer).toEqual({
    cStat: '104',
    xMotivo: 'Lote processado',
    dhRecbto: '2026-11-21T10:00:00-03:00',
    receipt: null,
    protocol: {
      raw,
      cStat: '100',
      xMotivo: 'Autorizado o uso da NF-e',
      chNFe,
      dhRecbto: '2026-11-21T10:00:00-03:00',
      nProt: '135260000000001',
      digVal: 'abc=',
      messages: [],
    },
  });
});

test('the remarks of an authorization with alert are read in pairs', () => {
  const raw = protNFe(
    '<nProt>1</nProt><cStat>120</cStat><xMotivo>com alerta</xMotivo><cMsg>172</cMsg><xMsg>Inabilitado &amp; só</xMsg><cMsg>9</cMsg><xMsg>Outra</xMsg>',
  );
  const { protocol } = readRetEnviNFe(`<retEnviNFe ${nfe}>${head('104', '')}${raw}</retEnviNFe>`);
  expect(protocol?.messages).toEqual([
    { cMsg: '172', xMsg: 'Inabilitado & só' },
    { cMsg: '9', xMsg: 'Outra' },
  ]);
});

test('a rejection has neither protocol number nor digest', () => {
  const raw = protNFe('<cStat>1115</cStat><xMotivo>Rejeicao: IBS/CBS nao informado [nItem: 1]</xMotivo>');
  const { protocol } = readRetEnviNFe(`<retEnviNFe ${nfe}>${head('104', '')}${raw}</retEnviNFe>`);
  expect(protocol).toMatchObject({ cStat: '1115', nProt: null, digVal: null });
});

test('a lot that was only received has a receipt to ask for', () => {
  const receipt = '<infRec><nRec>351000000000001</nRec><tMed>3</tMed></infRec>';
  expect(readRetEnviNFe(`<retEnviNFe ${nfe}>${head('103', 'Recebido')}${receipt}</retEnviNFe>`)).toMatchObject({
    cStat: '103',
    receipt: { nRec: '351000000000001', tMed: 3 },
    protocol: null,
  });
});

test('a lot that was refused as a whole has neither', () => {
  expect(readRetEnviNFe(`<retEnviNFe ${nfe}>${head('108', 'Paralisado')}</retEnviNFe>`)).toMatchObject({
    cStat: '108',
    receipt: null,
    protocol: null,
  });
});

test('the answer about a receipt has the result of every note of its lot', () => {
  const raw = protNFe('<nProt>1</nProt><cStat>100</cStat><xMotivo>ok</xMotivo>');
  const answer = readRetConsReciNFe(
    `<retConsReciNFe ${nfe}><nRec>351000000000001</nRec>${head('104', 'ok')}${raw}${raw}</retConsReciNFe>`,
  );
  expect(answer.protocols.map((protocol) => protocol.raw)).toEqual([raw, raw]);
  expect(answer.nRec).toBe('351000000000001');
  expect(
    readRetConsReciNFe(`<retConsReciNFe ${nfe}>${head('105', 'em processamento')}</retConsReciNFe>`),
  ).toMatchObject({
    cStat: '105',
    protocols: [],
  });
});

test('a key answers with its state now, the protocol of then and the events between', () => {
  const protocol = protNFe('<nProt>1</nProt><digVal>abc=</digVal><cStat>100</cStat><xMotivo>ok</xMotivo>');
  const result = retEvento(
    `<cStat>135</cStat><xMotivo>ok</xMotivo><chNFe>${chNFe}</chNFe><tpEvento>110111</tpEvento><xEvento>Cancelamento</xEvento>` +
      '<nSeqEvento>1</nSeqEvento><dhRegEvento>2026-11-21T11:00:00-03:00</dhRegEvento><nProt>135260000000002</nProt>',
  );
  const proc = `<procEventoNFe versao="1.00"><evento versao="1.00"><infEvento Id="ID1"/></evento>${result}</procEventoNFe>`;
  const answer = readRetConsSitNFe(
    `<retConsSitNFe ${nfe} versao="4.00">${head('101', 'Cancelamento')}${received}<chNFe>${chNFe}</chNFe>${protocol}${proc}</retConsSitNFe>`,
  );
  expect(answer).toMatchObject({ cStat: '101', chNFe, protocol: { cStat: '100', raw: protocol, digVal: 'abc=' } });
  expect(answer.events).toEqual([
    {
      raw: proc.replace('<procEventoNFe', `<procEventoNFe ${nfe}`),
      result: {
        raw: result,
        cStat: '135',
        xMotivo: 'ok',
        chNFe,
        tpEvento: '110111',
        nSeqEvento: 1,
        dhRegEvento: '2026-11-21T11:00:00-03:00',
        nProt: '135260000000002',
      },
    },
  ]);
});

test('an event that declares its namespace itself is kept as it came', () => {
  const proc = `<procEventoNFe versao="1.00"\n ${nfe}>${retEvento('<cStat>135</cStat>')}</procEventoNFe>`;
  const { events } = readRetConsSitNFe(`<retConsSitNFe ${nfe}>${head('101', '')}${proc}</retConsSitNFe>`);
  expect(events[0]?.raw).toBe(proc);
});

test('a key that nobody knows answers with its state alone', () => {
  expect(readRetConsSitNFe(`<retConsSitNFe ${nfe}>${head('217', 'Nao consta')}</retConsSitNFe>`)).toMatchObject({
    cStat: '217',
    protocol: null,
    events: [],
  });
});

test('an event that was refused before it was understood still has its code', () => {
  const result = retEvento('<cStat>215</cStat><xMotivo>Falha no schema</xMotivo>');
  const answer = readRetEnvEvento(`<retEnvEvento ${nfe}>${head('128', 'Processado')}${result}</retEnvEvento>`);
  expect(answer.events).toEqual([
    {
      raw: result,
      cStat: '215',
      xMotivo: 'Falha no schema',
      chNFe: null,
      tpEvento: null,
      nSeqEvento: null,
      dhRegEvento: null,
      nProt: null,
    },
  ]);
});

test('an inutilization is read with its bytes', () => {
  const raw = `<retInutNFe ${nfe} versao="4.00"><infInut>${head('102', 'Homologada')}${received}<nProt>135260000000003</nProt></infInut></retInutNFe>`;
  expect(readRetInutNFe(raw)).toEqual({
    raw,
    cStat: '102',
    xMotivo: 'Homologada',
    dhRecbto: '2026-11-21T10:00:00-03:00',
    nProt: '135260000000003',
  });
});

test('a status tells when the service is expected back', () => {
  const back = '<dhRetorno>2026-11-21T12:00:00-03:00</dhRetorno><xObs>Manutenção</xObs>';
  expect(
    readRetConsStatServ(`<retConsStatServ ${nfe}>${head('109', 'Paralisado')}${received}${back}</retConsStatServ>`),
  ).toEqual({
    cStat: '109',
    xMotivo: 'Paralisado',
    dhRecbto: '2026-11-21T10:00:00-03:00',
    tMed: null,
    dhRetorno: '2026-11-21T12:00:00-03:00',
    xObs: 'Manutenção',
  });
});

test('words may be missing; a code, a key and a time may not', () => {
  const lot = (content: string) => `<retEnviNFe ${nfe}>${content}</retEnviNFe>`;
  expect(readRetEnviNFe(lot('<cStat>108</cStat>')).xMotivo).toBe('');
  const unreadable = expect.objectContaining({ name: 'AnswerUnreadable', code: 'AnswerUnreadable' });
  for (const content of [
    '',
    '<cStat/>',
    '<cStat>10</cStat>',
    '<cStat>1e2</cStat>',
    '<cStat>104</cStat><protNFe/>',
    `<cStat>104</cStat><protNFe><infProt><chNFe>${chNFe}</chNFe>${received}</infProt></protNFe>`,
    `<cStat>104</cStat><protNFe><infProt><cStat>100</cStat>${received}</infProt></protNFe>`,
    `<cStat>104</cStat><protNFe><infProt><cStat>100</cStat><chNFe>${chNFe}</chNFe></infProt></protNFe>`,
  ]) {
    expect(() => readRetEnviNFe(lot(content))).toThrow(unreadable);
  }
});

test('the answer to another question, or none at all, is unreadable', () => {
  const unreadable = expect.objectContaining({ code: 'AnswerUnreadable' });
  const status = `<retConsStatServ ${nfe}>${head('107', 'ok')}</retConsStatServ>`;
  for (const read of [readRetEnviNFe, readRetConsReciNFe, readRetConsSitNFe, readRetEnvEvento, readRetInutNFe]) {
    expect(() => read(status)).toThrow(unreadable);
    expect(() => read('<html/>')).toThrow(unreadable);
    expect(() => read('')).toThrow(unreadable);
  }
  expect(() => readRetInutNFe(`<retInutNFe ${nfe}/>`)).toThrow(unreadable);
  expect(() => readRetEnvEvento(`<retEnvEvento ${nfe}>${head('128', '')}<retEvento/></retEnvEvento>`)).toThrow(
    unreadable,
  );
});

test('a protocol that leans on a prefix declared around it cannot be kept beside the note', () => {
  const raw = protNFe('<cStat>100</cStat>').replace('<protNFe', '<n:protNFe').replace('</protNFe', '</n:protNFe');
  expect(() => readRetEnviNFe(`<retEnviNFe ${nfe} xmlns:n="urn:n">${head('104', '')}${raw}</retEnviNFe>`)).toThrow(
    expect.objectContaining({ code: 'AnswerUnreadable' }),
  );
});

import { expect, test } from 'vitest';
import { NfseUnreadable } from '../../../domain/nfse/document.ts';
import { readNfse } from '../../../domain/nfse/read-nfse.ts';
import { dpsOf, infNfseOf, nfseAround, nfseKey } from '../../support/samples/nfse.ts';
import { computedService, dpsIdentity } from '../../support/samples/services.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const signer = makeSigner();
const { dpsId, dps, digestValue } = dpsOf(signer);
const xml = nfseAround(infNfseOf(dps));

test('an NFS-e says whose it is, what the authority computed, and what it was made of', () => {
  expect(readNfse(xml)).toEqual({
    accessKey: nfseKey,
    nNFSe: '4711',
    cStat: '100',
    xMotivo: 'NFS-e Gerada',
    dhProc: new Date('2026-11-21T12:30:07Z'),
    nDFSe: '123456',
    verificationCode: '148392017',
    amounts: {
      computedBy: 'AUTHORITY',
      deductions: '100.00',
      benefit: '89.00',
      issBase: '801.00',
      issRate: '5.0000',
      iss: '40.05',
      issWithheld: '40.05',
      withheld: '210.94',
      net: '774.06',
    },
    ibsCbs: {
      base: '913.81',
      stateRate: '0.0700',
      stateValue: '0.64',
      municipalRate: '0.0000',
      municipalValue: '0.00',
      ibsValue: '0.64',
      cbsRate: '0.6300',
      cbsValue: '5.76',
    },
    dps: { id: dpsId, digestValue, raw: dps },
  });
});

test('what the authority does not print is nothing, not ours', () => {
  const bare = dpsOf(signer, computedService(), dpsIdentity).dps;
  const facts = readNfse(nfseAround(infNfseOf(bare, { valores: '<vLiq>1000</vLiq>', ibsCbs: '' })));
  expect(facts.ibsCbs).toBeNull();
  expect(facts.amounts).toEqual({
    computedBy: 'AUTHORITY',
    deductions: null,
    benefit: null,
    issBase: null,
    issRate: null,
    iss: null,
    issWithheld: null,
    withheld: null,
    net: '1000.00',
  });
});

test('ISSQN that nobody withholds is the issuer’s own', () => {
  const own = dpsOf(signer, computedService(), dpsIdentity).dps;
  expect(readNfse(nfseAround(infNfseOf(own))).amounts).toMatchObject({ iss: '40.05', issWithheld: null });
});

test('prefixes, whitespace and another generator change nothing', () => {
  const key = `${nfseKey.slice(0, 7)}1${nfseKey.slice(8)}`;
  const prefixed = nfseAround(infNfseOf(dps, { key }))
    .replace(' xmlns=', ' xmlns:p1=')
    .replace(/<(\/?)(?!\/|\?|Signature|p1:)([A-Za-z0-9]+)/g, '<$1p1:$2')
    .replaceAll('><', '>\n  <');
  const facts = readNfse(prefixed);
  const { raw } = facts.dps;
  expect({ ...facts, dps: { ...facts.dps, raw: '' } }).toEqual({
    ...readNfse(xml),
    accessKey: key,
    dps: { id: dpsId, digestValue, raw: '' },
  });
  expect([raw.startsWith('<p1:DPS '), raw.endsWith('</p1:DPS>')]).toEqual([true, true]);
});

test.each([
  ['no XML', 'NFSe'],
  ['a DTD', `<!DOCTYPE a>${xml}`],
  ['another document', dps],
  ['no key', xml.replace(`NFS${nfseKey}`, 'NFS123')],
  ['no DPS', nfseAround(infNfseOf(''))],
  ['no time', xml.replace(/<dhProc>.*?<\/dhProc>/, '')],
  ['a time that is none', xml.replace(/(<dhProc>)[^<]*/, '$12026-13-40')],
  ['no net value', nfseAround(infNfseOf(dps, { valores: '<vBC>1.00</vBC>' }))],
  ['a value that is no number', nfseAround(infNfseOf(dps, { valores: '<vLiq>1e9</vLiq>' }))],
  ['a group of IBS and CBS without totals', nfseAround(infNfseOf(dps, { ibsCbs: '<IBSCBS><valores/></IBSCBS>' }))],
])('an NFS-e with %s is unreadable, and nothing else', (_, text) => {
  expect(() => readNfse(text)).toThrow(NfseUnreadable);
});

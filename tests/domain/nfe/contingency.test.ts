import { expect, test } from 'vitest';
import { isAccessKey } from '../../../domain/access-key.ts';
import { emissionTypes, type IssuedInContingency } from '../../../domain/contingency-mode.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import { child, readXml, textOf } from '../../../domain/xml/reader.ts';
import { computedNote, identity, issuer } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const since = new Date('2026-11-21T12:20:30.500Z');
const reason = 'A SEFAZ de São Paulo não responde desde 09:20';
const inContingency = (emissionType: IssuedInContingency['emissionType']): IssuedInContingency => ({
  emissionType,
  since,
  reason,
});
const signer = makeSigner();

test.each(emissionTypes)(
  'a note of tpEmis %s says so in its key, its Id, its check digit and its group B',
  (emissionType) => {
    const contingency = emissionType === '1' ? null : inContingency(emissionType);
    const { accessKey, xml } = buildNfe(computedNote(), { ...identity, contingency }, { signer, csc: null });
    const note = child(readXml(xml), 'infNFe');
    expect(accessKey.charAt(34)).toBe(emissionType);
    expect(isAccessKey(accessKey)).toBe(true);
    expect(note?.attributes['Id']).toBe(`NFe${accessKey}`);
    expect(note && [textOf(note, 'ide', 'tpEmis'), textOf(note, 'ide', 'cDV')]).toEqual([
      emissionType,
      accessKey.at(-1),
    ]);
  },
);

test('since when and why stand after verProc and before the notes that it refers to, in the issuer’s own offset', () => {
  const settings = {
    ...issuer.settings,
    address: { ...issuer.settings.address, state: 'AC', municipalityCode: '1200401' },
  };
  const note = computedNote({
    issuer: { ...issuer, settings },
    referencedDocuments: ['52060433009911002506550120000007800267301615'],
  });
  const ide = child(readXml(layoutNfe(note, { ...identity, contingency: inContingency('7') }).infNFe), 'ide');
  expect(ide?.children.slice(-4).map(({ name }) => name)).toEqual(['verProc', 'dhCont', 'xJust', 'NFref']);
  expect(ide && textOf(ide, 'dhCont')).toBe('2026-11-21T07:20:30-05:00');
  expect(ide && textOf(ide, 'xJust')).toBe(reason);
});

test('a note that is issued the normal way says nothing of contingency, as if it were unknown', () => {
  const normal = layoutNfe(computedNote(), { ...identity, contingency: null });
  expect(normal).toEqual(layoutNfe(computedNote(), identity));
  expect(normal.infNFe).not.toMatch(/dhCont|xJust/);
});

test('the same sale under the same number and cNF has another key in each form', () => {
  const forms = [null, ...(['4', '6', '7', '9'] as const).map(inContingency)];
  const keys = forms.map((contingency) => layoutNfe(computedNote(), { ...identity, contingency }).accessKey);
  expect(new Set(keys).size).toBe(5);
  expect(new Set(keys.map((key) => key.slice(0, 34) + key.slice(35, 43))).size).toBe(1);
});

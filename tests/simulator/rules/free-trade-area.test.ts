import { expect, test } from 'vitest';
import { checkEdits } from '../support/check-edits.ts';
import { normalRegime } from '../support/normal-regime.ts';
import type { Edits } from '../support/test-company.ts';

const group = (process = '') =>
  `<gALCZFMCBS><tpALCZFMCBS>${process === '' ? 1 : 2}</tpALCZFMCBS>${process}<pAliqEfetRegCBS>0.9000</pAliqEfetRegCBS>` +
  '<vTribRegCBS>0.74</vTribRegCBS></gALCZFMCBS>';
const registered: Edits[number] = ['</CRT>', '</CRT><ISUFEmit>200106023</ISUFEmit>'];
const toManaus: Edits[number] = [/(<enderDest>.*?<cMun>)3550308(.*?<UF>)SP/, '$11302603$2AM'];
/** Bread that a bakery of Manaus sells there, with a CBS of zero. */
const inside: Edits = [
  ...normalRegime,
  toManaus,
  registered,
  ['<pCBS>0.9000</pCBS><vCBS>0.74', `<pCBS>0.0000</pCBS>${group()}<vCBS>0.00`],
  ['<vCBS>0.74', '<vCBS>0.00'],
];

const answerTo = (edits: Edits) => checkEdits(edits, { state: 'AM' });

test('the CBS is zero inside the Zona Franca, where the note tells what it would be outside', () => {
  expect(answerTo(inside)).toBeUndefined();
});

test.each<[cStat: number, what: string, Edits[number]]>([
  [1186, 'of an issuer whose registration does not check', ['<ISUFEmit>200106023', '<ISUFEmit>200106024']],
  [1190, 'of an issuer without a registration', ['<ISUFEmit>200106023</ISUFEmit>', '']],
  [1192, 'of a process without its number', ['<tpALCZFMCBS>1', '<tpALCZFMCBS>2']],
  [1192, 'of a process of zeros', [group(), group('<nProcSuframa>00000000</nProcSuframa>')]],
  [1218, 'that tells another value', ['<vTribRegCBS>0.74', '<vTribRegCBS>0.73']],
  [1037, 'to another municipality of the state', [/(<enderDest>.*?<cMun>)1302603/, '$11300300']],
])('%i: a CBS of zero %s', (cStat, _what, edit) => {
  expect(answerTo([...inside, edit])).toBe(cStat);
});

test('the group is refused where the CBS is no zero, and a registration of an issuer outside the areas', () => {
  const charged: Edits = [...normalRegime, ['<pCBS>0.9000</pCBS>', `<pCBS>0.9000</pCBS>${group()}`]];
  expect(answerTo([...charged, toManaus, registered, ['<NCM>19059090', '<NCM>33021000']])).toBe(1191);
  expect(answerTo([...charged, registered, [/(<enderDest>.*?<cMun>)3550308(.*?<UF>)SP/, '$11300300$2AM']])).toBe(1191);
  expect(checkEdits([...normalRegime, registered])).toBe(1185);
});

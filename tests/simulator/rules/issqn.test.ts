import { expect, test } from 'vitest';
import { conjugated } from '../support/conjugated.ts';
import { checkEdits } from '../support/check-edits.ts';
import type { Edits } from '../support/test-company.ts';

test('goods and a service go together in one note', () => {
  expect(checkEdits(conjugated)).toBeUndefined();
});

test('a service outside the country has no municipality here', () => {
  const abroad: Edits[number] = ['<cMun>3550308</cMun><indInc', '<cMun>9999999</cMun><cPais>2496</cPais><indInc'];
  expect(checkEdits([...conjugated, abroad])).toBeUndefined();
});

test.each<[cStat: number, what: string, Edits[number]]>([
  [
    287,
    'rendered where no municipality is',
    ['<cMunFG>3550308</cMunFG><cListServ>', '<cMunFG>3599999</cMunFG><cListServ>'],
  ],
  [389, 'due where none is', ['<cMun>3550308</cMun><indInc', '<cMun>3599999</cMun><indInc']],
  [530, 'without a municipal registration', ['<IM>12345678</IM>', '']],
  [592, 'alone', [/<det nItem="1">.*?<\/det><det nItem="2">/, '<det nItem="1">']],
  [844, 'not of the list', ['<cListServ>14.01', '<cListServ>41.01']],
  [887, 'with a bar code', [/(<det nItem="2">.*?<cEAN>)SEM GTIN/, '$17891000315507']],
  [605, 'its value', [/<vNF>200\.00(.*?<vServ>)100\.00/s, '<vNF>190.00$190.00']],
  [606, 'its base', ['</vServ><vBC>90.00', '</vServ><vBC>100.00']],
  [607, 'its tax', ['<vISS>4.50', '<vISS>5.00']],
  [364, 'what is deducted', ['</dCompet><vDeducao>10.00', '</dCompet><vDeducao>1.00']],
  [
    365,
    'what else is withheld',
    [
      '</vDeducao><vOutro>1.00</vOutro><vDescCond>2.00</vDescCond><vISSRet>4.50</vISSRet></ISSQNtot>',
      '</vDeducao><vDescCond>2.00</vDescCond><vISSRet>4.50</vISSRet></ISSQNtot>',
    ],
  ],
  [
    366,
    'a discount',
    [
      '</vOutro><vDescCond>2.00</vDescCond><vISSRet>4.50</vISSRet></ISSQNtot>',
      '</vOutro><vDescIncond>3.00</vDescIncond><vDescCond>2.00</vDescCond><vISSRet>4.50</vISSRet></ISSQNtot>',
    ],
  ],
  [
    367,
    'a discount with a condition',
    [
      '<vDescCond>2.00</vDescCond><vISSRet>4.50</vISSRet></ISSQNtot>',
      '<vDescCond>3.00</vDescCond><vISSRet>4.50</vISSRet></ISSQNtot>',
    ],
  ],
  [368, 'what the buyer withholds', ['<vISSRet>4.50</vISSRet></ISSQNtot>', '<vISSRet>4.00</vISSRet></ISSQNtot>']],
  [608, 'its PIS', ['</vISS><dCompet>', '</vISS><vPIS>1.00</vPIS><dCompet>']],
  [609, 'its COFINS', ['</vISS><dCompet>', '</vISS><vCOFINS>1.00</vCOFINS><dCompet>']],
])('%i: a service, %s', (cStat, _what, edit) => {
  expect(checkEdits([...conjugated, edit])).toBe(cStat);
});

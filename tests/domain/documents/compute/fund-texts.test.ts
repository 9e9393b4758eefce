import { expect, test } from 'vitest';
import { compute, issuerOf, item, personIn, saleOf, taxpayerIn } from '../sale.ts';
import { withFundTexts } from '../../../../domain/documents/compute/legal-texts.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';

const own = { icmsOrigin: '0', icmsSituation: '00', icmsRate: '18', fcpRate: '2' } as const;
const both = {
  ...{ icmsOrigin: '0', icmsSituation: '10', icmsRate: '18', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18' },
  ...{ fcpRate: '2', fcpStRate: '2', cest: '2800100', cfop: '5401' },
} as const;
const noteOf = (fields: Partial<ItemInput>, document: Partial<GoodsPayload> = {}) =>
  compute({
    client: { ...taxpayerIn('SP'), stateRegistration: '110042490114' },
    payload: saleOf([item(fields)], document),
  });

test('what does not fit beside a text of the item is left out, and nothing is refused', () => {
  const long = 'x'.repeat(490);
  const { items, taxOfficeInfo } = noteOf({ ...own, additionalInfo: long });
  expect(items[0]?.additionalInfo).toBe(long);
  expect(taxOfficeInfo).toBe('Total do FCP: R$ 20,00.');
});

test('what does not fit beside the text to the tax office is left out', () => {
  const long = 'x'.repeat(1990);
  expect(noteOf(own, { taxOfficeInfo: long }).taxOfficeInfo).toBe(long);
});

test('own fund and that of the substitution are told apart', () => {
  const named = noteOf({ ...both, additionalInfo: 'FCP: R$ 20,00' }).items[0]?.additionalInfo;
  expect(named).toMatch(/^FCP: R\$ 20,00 FCP ST: BC R\$/);
  const substituted = noteOf({ ...both, additionalInfo: 'FCP-ST na guia' }).items[0]?.additionalInfo;
  expect(substituted).toMatch(/^FCP-ST na guia FCP: BC R\$ [^:]*$/);
});

test('a word that only has the name of the fund in it tells nothing of it', () => {
  expect(noteOf({ ...own, additionalInfo: 'Ref. FCPX20' }).items[0]?.additionalInfo).toContain('FCP: alíquota');
});

test('what the law says of the destination does not stand for the totals of the fund', () => {
  const issuer = issuerOf('NORMAL', { taxDefaults: { cfop: '6108' } });
  const note = compute({
    ...{ issuer, client: personIn('BA') },
    payload: saleOf([item({ ...own, icmsRate: '7', fcpRate: null })]),
  });
  expect(note.additionalInfo).toContain('FCP R$');
  const charged = note.items.map((line) => ({ ...line, icms: line.icms && { ...line.icms, fcpValue: '20.00' } }));
  expect(withFundTexts({ ...note, items: charged }, null).taxOfficeInfo).toBe('Total do FCP: R$ 20,00.');
});

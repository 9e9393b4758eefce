import { expect, test } from 'vitest';
import { rehearsalCsvHeading, rehearsalCsvLine } from '../../../domain/rehearsal/csv.ts';
import { figures, finding, rehearsed } from './rehearsed.ts';

test('each line has a cell for each title, with amounts as spreadsheets in Brazil read them', () => {
  const titles = rehearsalCsvHeading().split(';');
  const cells = rehearsalCsvLine(rehearsed()).split(';');
  expect(titles[0]).toBe('\ufeffResultado');
  expect(cells).toHaveLength(titles.length);
  const row = Object.fromEntries(titles.map((title, at) => [title.trim(), cells[at]?.trim()]));
  expect(row).toMatchObject({
    Documento: 'NF-e',
    Emissão: '27/11/2026',
    'Total: então': '150,00',
    'Total: no dia': '150,00',
    'CBS: então': '1,00',
    'CBS: no dia': '10,83',
    'ISSQN: no dia': '',
  });
});

test('each reason and each mend stands once, on one line, and no cell is a formula', () => {
  const findings = [
    finding({ item: null, path: '', message: 'Duas\nlinhas; e mais' }),
    finding({ item: null, path: '', message: 'Duas\nlinhas; e mais' }),
    finding({ by: 'AUTHORITY', code: '778', path: 'items[0].ncm', message: 'Rejeicao', mend: 'Corrija o NCM.' }),
    finding({ by: 'WARNING', code: '', message: 'Confira.' }),
  ];
  const of = { ...rehearsed().of, name: '=HYPERLINK("x")' };
  const negative = figures({ total: '-1.00' });
  const line = rehearsalCsvLine(rehearsed({ of, fate: 'REFUSED_HERE', findings, then: negative }));
  expect(line.match(/\r\n/g)).toHaveLength(1);
  expect(line).toContain(`"'=HYPERLINK(""x"")"`);
  expect(line).toContain(
    'invalid_taxation 778;"Duas linhas; e mais | items[0].ncm: Rejeicao";Corrija o NCM.;items[0].ncm: Confira.;',
  );
  expect(line).toContain(';-1,00;');
});
